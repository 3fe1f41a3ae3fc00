import { databaseGauge, type Logger, type Metrics } from '@quire/kit'
import { Counter } from 'prom-client'
import type { Sql } from '../database.ts'
import { countEmbedded } from './queue.ts'

interface MeasuredParts {
  metrics: Pick<Metrics, 'registry'>
  sql: () => Sql
  log: Logger
}

/** Metrics of the embedding of sections and questions (docs/operations.md#metrics). */
export function embeddingMetrics({ metrics, sql, log }: MeasuredParts) {
  const registers = [metrics.registry]
  databaseGauge(
    { metrics, log },
    {
      name: 'quire_embedding_spaces',
      help: 'Spaces by the state of the vectors of their sections: embedded, waiting, postponed until a day with tokens',
      async count() {
        const { embedded, waiting, postponed } = await countEmbedded(sql())
        return { embedded, waiting: waiting - postponed, postponed }
      },
    },
  )
  return {
    sections: new Counter({
      name: 'quire_embedded_sections_total',
      help: 'Sections by what came of embedding them: embedded, refused',
      labelNames: ['outcome'],
      registers,
    }),
    tokens: new Counter({
      name: 'quire_embedded_tokens_total',
      help: 'Tokens of sections and of issues of conversations that were embedded, estimated by their length',
      registers,
    }),
    questions: new Counter({
      name: 'quire_embedded_questions_total',
      help: 'Questions by what came of embedding them: embedded, left, queue, or the reason of a failure',
      labelNames: ['outcome'],
      registers,
    }),
    failures: new Counter({
      name: 'quire_embedding_failures_total',
      help: 'Requests to embed sections that failed, by reason',
      labelNames: ['reason'],
      registers,
    }),
  }
}
export type EmbeddingMetrics = ReturnType<typeof embeddingMetrics>
