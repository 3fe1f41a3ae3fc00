import type { Logger, Loop, Metrics } from '@quire/kit'
import type { QuestionVectors } from '../ask/meaning.ts'
import type { Sql } from '../database.ts'
import type { ModelConfig } from '../model/config.ts'
import { cutTo, openEmbeddings } from '../model/embeddings.ts'
import { embeddingMetrics } from './metrics.ts'
import { questionVectors } from './question-vectors.ts'
import { startEmbedder } from './worker.ts'

/** For 64 long sections at once, which a model on a processor takes long for. */
const sectionsTimeoutMs = 60_000

interface EmbeddingParts {
  config: ModelConfig
  sql: () => Sql
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/** What gives sections and questions vectors; undefined where no model is configured. */
export function startEmbedding({
  config,
  sql,
  metrics,
  log,
}: EmbeddingParts): { embedder: Loop; vectors: QuestionVectors } | undefined {
  const { AI_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: model, AI_API_KEY: apiKey } = config
  if (baseUrl === undefined || model === undefined) return undefined
  const counted = embeddingMetrics(metrics, sql)
  const mostTokens = config.AI_EMBEDDING_MAX_INPUT_TOKENS
  const open = (retries: number, timeoutMs: number) =>
    openEmbeddings({ baseUrl, apiKey }, model, { retries, timeoutMs, mostTokens })
  return {
    embedder: startEmbedder({
      embeddings: open(config.AI_RETRIES, sectionsTimeoutMs),
      terms: { model, cut: (text) => cutTo(mostTokens, text) },
      ...{ sql, metrics: counted, atOnce: config.AI_EMBEDDING_CONCURRENCY, log },
    }),
    // Nobody waits for a second attempt: words alone answer sooner.
    vectors: questionVectors({
      embeddings: open(0, config.AI_EMBEDDING_TIMEOUT_MS),
      ...{ model, config, metrics: counted, log },
    }),
  }
}
