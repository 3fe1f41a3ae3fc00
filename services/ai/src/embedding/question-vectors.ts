import { createGate, type Logger, Refusal } from '@quire/kit'
import type { QuestionVectors } from '../ask/meaning.ts'
import type { ModelConfig } from '../model/config.ts'
import type { Embeddings } from '../model/embeddings.ts'
import { EndpointFailure } from '../model/failure.ts'
import { within } from '../model/paced.ts'
import type { EmbeddingMetrics } from './metrics.ts'

interface QuestionParts {
  embeddings: Embeddings
  model: string
  config: Pick<ModelConfig, 'AI_CONCURRENCY' | 'AI_CALLER_CONCURRENCY' | 'AI_QUEUE' | 'AI_EMBEDDING_TIMEOUT_MS'>
  metrics: EmbeddingMetrics
  log: Logger
}

/** The vectors of questions: a few at once, fewer of one caller, and none that takes long. */
export function questionVectors({ embeddings, model, config, metrics, log }: QuestionParts): QuestionVectors {
  const { AI_CONCURRENCY: most, AI_CALLER_CONCURRENCY: mostOfGroup, AI_QUEUE: mostWaiting } = config
  const refusal = () => new Refusal(429, 'Many questions are being embedded.')
  const gate = createGate({ most, mostOfGroup, mostWaiting, waitMs: config.AI_EMBEDDING_TIMEOUT_MS, refusal })

  function outcomeOf(error: unknown, signal: AbortSignal): string {
    if (signal.aborted) return 'left'
    if (error instanceof Refusal) return 'queue'
    if (!(error instanceof EndpointFailure)) {
      log.warn({ err: error }, 'a question cannot be embedded')
      return 'broken'
    }
    const { reason, status } = error
    // The failures that led to a pause were told.
    log[reason === 'paused' ? 'debug' : 'warn']({ reason, status }, 'a question is not embedded: words alone decide')
    return reason
  }

  return {
    model,
    async of(question, holder, signal) {
      try {
        // In all: waiting for a place and then for the endpoint would be twice as long.
        const embedded = gate(holder, signal, () => embeddings.embed([question], signal))
        const [vector] = await within(config.AI_EMBEDDING_TIMEOUT_MS, embedded)
        metrics.questions.inc({ outcome: 'embedded' })
        return vector
      } catch (error) {
        metrics.questions.inc({ outcome: outcomeOf(error, signal) })
        return undefined
      }
    },
  }
}
