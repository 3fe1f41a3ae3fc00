import { createGroupSemaphore, type Logger, Refusal } from '@quire/kit'
import type { QuestionVectors } from '../ask/meaning.ts'
import type { ModelConfig } from '../model/config.ts'
import type { Embeddings } from '../model/embeddings.ts'
import { EndpointFailure } from '../model/endpoint-failure.ts'
import { withTimeout } from '../model/timeouts.ts'
import type { EmbeddingMetrics } from './metrics.ts'

interface QuestionParts {
  embeddings: Embeddings
  model: string
  config: Pick<ModelConfig, 'AI_CONCURRENCY' | 'AI_CALLER_CONCURRENCY' | 'AI_QUEUE' | 'AI_EMBEDDING_TIMEOUT_MS'>
  metrics: EmbeddingMetrics
  log: Logger
}

/** Embeds questions: a bounded number at a time, fewer of one caller, and each within a timeout. */
export function questionVectors({ embeddings, model, config, metrics, log }: QuestionParts): QuestionVectors {
  const { AI_CONCURRENCY: permits, AI_CALLER_CONCURRENCY: permitsPerGroup, AI_QUEUE: maxWaiting } = config
  const refusal = () => new Refusal(429, 'Many questions are being embedded.')
  const semaphore = createGroupSemaphore({
    permits,
    permitsPerGroup,
    maxWaiting,
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
    async of(question, holder, signal) {
      try {
        // One timeout for both: a permit and then the endpoint with a timeout each could take twice as long.
        const embedded = semaphore(holder, signal, () => embeddings.embed([question], signal))
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
