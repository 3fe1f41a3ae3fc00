import { createGroupSemaphore, Refusal, type Release } from '@quire/kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ModelConfig } from './config.ts'
import type { ModelMetrics } from './metrics.ts'

type LimitsConfig = Pick<
  ModelConfig,
  'AI_CONCURRENCY' | 'AI_CALLER_CONCURRENCY' | 'AI_QUEUE' | 'AI_QUEUE_TIMEOUT_MS' | 'AI_ASKS_PER_MINUTE'
>

/** Bounds the questions that are sent to the endpoint. */
export interface ModelLimits {
  /**
   * Waits for a permit to have one answer written; the caller holds the permit until it is released. Throws 429 if the
   * wait takes too long, too many wait, or the caller asks too often; throws the reason of `signal` if it aborts.
   */
  enter(holder: string, signal: AbortSignal): Promise<Release>
}

export function modelLimits(config: LimitsConfig, metrics: Pick<ModelMetrics, 'refused' | 'underWay'>): ModelLimits {
  const { AI_CONCURRENCY: permits, AI_QUEUE_TIMEOUT_MS: timeoutMs, AI_ASKS_PER_MINUTE: perMinute } = config
  const semaphore = createGroupSemaphore({
    ...{ permits, permitsPerGroup: config.AI_CALLER_CONCURRENCY, maxWaiting: config.AI_QUEUE, timeoutMs },
    refusal: () => refusal(metrics, 'queue', 'Many questions are being answered: ask again in a moment.', timeoutMs),
  })
  const asks = perMinute > 0 ? new RateLimiterMemory({ points: perMinute, duration: 60 }) : undefined

  async function count(holder: string) {
    try {
      await asks?.consume(holder)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw refusal(metrics, 'caller', `More than ${perMinute} questions a minute: wait.`, error.msBeforeNext)
    }
  }

  return {
    async enter(holder, signal) {
      await count(holder)
      metrics.underWay.inc({ state: 'waiting' })
      const release = await acquire(semaphore, holder, signal).finally(() => metrics.underWay.dec({ state: 'waiting' }))
      metrics.underWay.inc({ state: 'running' })
      return () => {
        metrics.underWay.dec({ state: 'running' })
        release()
      }
    },
  }
}

/** Takes a permit, and holds it until the returned function is called. */
function acquire(
  semaphore: ReturnType<typeof createGroupSemaphore>,
  holder: string,
  signal: AbortSignal,
): Promise<Release> {
  return new Promise((resolve, reject) => {
    semaphore(holder, signal, () => new Promise<void>((release) => resolve(release))).catch(reject)
  })
}

function refusal({ refused }: Pick<ModelMetrics, 'refused'>, reason: 'queue' | 'caller', message: string, ms: number) {
  refused.inc({ reason })
  return new Refusal(429, message, { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) })
}
