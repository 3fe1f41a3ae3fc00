import type { Metrics } from '@quire/kit'
import { Counter, Gauge } from 'prom-client'
import type { Sql } from '../database.ts'
import { countEmbedded } from './queue.ts'

/** Metrics of the embedding of sections and questions (docs/operations.md#metrics). */
export function embeddingMetrics({ registry }: Pick<Metrics, 'registry'>, sql: () => Sql) {
  const registers = [registry]
  new Gauge({
    name: 'quire_embedding_spaces',
    help: 'Spaces by the state of the vectors of their sections: embedded, waiting, postponed until a day with tokens',
    labelNames: ['state'],
    registers,
    async collect() {
      const { embedded, waiting, postponed } = await countEmbedded(sql())
      this.set({ state: 'embedded' }, embedded)
      this.set({ state: 'waiting' }, waiting - postponed)
      this.set({ state: 'postponed' }, postponed)
    },
  })
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
