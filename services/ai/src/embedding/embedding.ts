import type { Logger, Loop, Metrics } from '@quire/kit'
import type { QuestionVectors } from '../ask/meaning.ts'
import type { Sql } from '../database.ts'
import type { ModelConfig } from '../model/config.ts'
import { openEmbeddings, truncateToTokens } from '../model/embeddings.ts'
import { embeddingMetrics } from './metrics.ts'
import { questionVectors } from './question-vectors.ts'
import { startEmbedder } from './worker.ts'

/** Long enough for a model that runs on a CPU to embed 64 long sections. */
const sectionsTimeoutMs = 60_000

interface EmbeddingParts {
  config: ModelConfig
  sql: () => Sql
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/** Starts the embedding of sections, and returns the embedding of questions; undefined if no model is configured. */
export function startEmbedding({
  config,
  sql,
  metrics,
  log,
}: EmbeddingParts): { embedder: Loop; vectors: QuestionVectors } | undefined {
  const { AI_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: model, AI_API_KEY: apiKey } = config
  if (baseUrl === undefined || model === undefined) return undefined
  const embeddingCounters = embeddingMetrics(metrics, sql)
  const maxTokens = config.AI_EMBEDDING_MAX_INPUT_TOKENS
  const open = (retries: number, timeoutMs: number) =>
    openEmbeddings({ baseUrl, apiKey }, model, { retries, timeoutMs, maxTokens })
  return {
    embedder: startEmbedder({
      embeddings: open(config.AI_RETRIES, sectionsTimeoutMs),
      terms: { model, cut: (text) => truncateToTokens(maxTokens, text) },
      ...{ sql, metrics: embeddingCounters, atOnce: config.AI_EMBEDDING_CONCURRENCY, log },
    }),
    // No retries: an answer found by words alone comes sooner.
    vectors: questionVectors({
      embeddings: open(0, config.AI_EMBEDDING_TIMEOUT_MS),
      ...{ model, config, metrics: embeddingCounters, log },
    }),
  }
}
