import { createGroupSemaphore, type Logger, type Loop, type Metrics, Refusal } from '@quire/kit'
import type { QuestionVectors } from '../ask/order-by-meaning.ts'
import type { IssueEmbeddings } from '../conversations/issue-vectors.ts'
import type { Sql } from '../database.ts'
import type { ModelConfig } from '../model/config.ts'
import { type Embeddings, openEmbeddings, truncateToTokens } from '../model/embeddings.ts'
import { EndpointFailure, withTimeout } from '../model/endpoint.ts'
import { questionPermits } from '../model/model-limits.ts'
import { type EmbeddingMetrics, embeddingMetrics } from './metrics.ts'
import { startEmbedder } from './worker.ts'

/** Long enough for a model that runs on a CPU to embed 64 long sections. */
const sectionsTimeoutMs = 60_000

interface EmbeddingParts {
  config: ModelConfig
  sql: () => Sql
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/**
 * Starts the embedding of sections, and returns the embedding of questions and of the issues of conversations; undefined
 * if no model is configured.
 */
export function startEmbedding({
  config,
  sql,
  metrics,
  log,
}: EmbeddingParts): { embedder: Loop; vectors: QuestionVectors; issues: IssueEmbeddings } | undefined {
  const { AI_BASE_URL: baseUrl, AI_EMBEDDING_MODEL: model, AI_API_KEY: apiKey } = config
  if (baseUrl === undefined || model === undefined) return undefined
  const embeddingCounters = embeddingMetrics({ metrics, sql, log })
  const maxTokens = config.AI_EMBEDDING_MAX_INPUT_TOKENS
  const budget = {
    perDay: config.AI_EMBEDDING_TOKENS_PER_DAY,
    ofAccount: config.AI_EMBEDDING_TOKENS_PER_DAY_OF_ACCOUNT,
  }
  const open = (retries: number, timeoutMs: number) =>
    openEmbeddings({ baseUrl, apiKey }, model, { retries, timeoutMs, maxTokens })
  return {
    embedder: startEmbedder({
      embeddings: open(config.AI_RETRIES, sectionsTimeoutMs),
      terms: { model, cut: (text) => truncateToTokens(maxTokens, text) },
      ...{ sql, budget, metrics: embeddingCounters, atOnce: config.AI_EMBEDDING_CONCURRENCY, log },
    }),
    issues: {
      model,
      budget,
      countTokens: (tokens) => embeddingCounters.tokens.inc(tokens),
      ...open(config.AI_RETRIES, sectionsTimeoutMs),
    },
    // No retries: an answer found by words alone comes sooner.
    vectors: questionVectors({
      embeddings: open(0, config.AI_EMBEDDING_TIMEOUT_MS),
      ...{ model, config, metrics: embeddingCounters, log },
    }),
  }
}

interface QuestionParts {
  embeddings: Embeddings
  model: string
  config: Pick<ModelConfig, 'AI_CONCURRENCY' | 'AI_CALLER_CONCURRENCY' | 'AI_QUEUE' | 'AI_EMBEDDING_TIMEOUT_MS'>
  metrics: EmbeddingMetrics
  log: Logger
}

/** Embeds questions: a bounded number at a time, fewer of one caller, and each within a timeout. */
export function questionVectors({ embeddings, model, config, metrics, log }: QuestionParts): QuestionVectors {
  const refusal = () => new Refusal(429, 'Many questions are being embedded.')
  const semaphore = createGroupSemaphore({
    ...questionPermits(config),
    timeoutMs: config.AI_EMBEDDING_TIMEOUT_MS,
    refusal,
  })

  function outcomeOf(error: unknown, signal: AbortSignal): string {
    if (signal.aborted) return 'left'
    if (error instanceof Refusal) return 'queue'
    if (!(error instanceof EndpointFailure)) {
      log.warn({ err: error }, 'a question cannot be embedded')
      return 'broken'
    }
    const { reason, status } = error
    // The failures that opened the circuit were logged.
    log[reason === 'paused' ? 'debug' : 'warn']({ reason, status }, 'a question is not embedded: words alone decide')
    return reason
  }

  return {
    model,
    async of(question, holders, signal) {
      try {
        // One timeout for both: a permit and then the endpoint with a timeout each could take twice as long.
        const embedded = semaphore(holders, signal, () => embeddings.embed([question], signal))
        const [vector] = await withTimeout(config.AI_EMBEDDING_TIMEOUT_MS, embedded)
        metrics.questions.inc({ outcome: 'embedded' })
        return vector
      } catch (error) {
        metrics.questions.inc({ outcome: outcomeOf(error, signal) })
        return undefined
      }
    },
  }
}
