import { createGate, type Leave, Refusal } from '@quire/kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ModelConfig } from './config.ts'
import type { ModelMetrics } from './metrics.ts'

type LimitsConfig = Pick<
  ModelConfig,
  'AI_CONCURRENCY' | 'AI_CALLER_CONCURRENCY' | 'AI_QUEUE' | 'AI_QUEUE_TIMEOUT_MS' | 'AI_ASKS_PER_MINUTE'
>

/** Lets questions of callers through to the endpoint. */
export interface ModelLimits {
  /**
   * Waits until the caller may have one more answer written; the place is theirs until they leave it. Throws 429 where
   * that takes too long, too many wait, or the caller asks too often; throws the reason of `signal` where that aborts.
   */
  enter(holder: string, signal: AbortSignal): Promise<Leave>
}

export function modelLimits(config: LimitsConfig, metrics: Pick<ModelMetrics, 'refused' | 'underWay'>): ModelLimits {
  const { AI_CONCURRENCY: most, AI_QUEUE_TIMEOUT_MS: waitMs, AI_ASKS_PER_MINUTE: perMinute } = config
  const gate = createGate({
    ...{ most, mostOfGroup: config.AI_CALLER_CONCURRENCY, mostWaiting: config.AI_QUEUE, waitMs },
    refusal: () => refusal(metrics, 'queue', 'Many questions are being answered: ask again in a moment.', waitMs),
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
      const leave = await entered(gate, holder, signal).finally(() => metrics.underWay.dec({ state: 'waiting' }))
      metrics.underWay.inc({ state: 'running' })
      return () => {
        metrics.underWay.dec({ state: 'running' })
        leave()
      }
    },
  }
}

/** Goes in, and stays there until the place is left. */
function entered(gate: ReturnType<typeof createGate>, holder: string, signal: AbortSignal): Promise<Leave> {
  return new Promise((resolve, reject) => {
    gate(holder, signal, () => new Promise<void>((leave) => resolve(leave))).catch(reject)
  })
}

function refusal({ refused }: Pick<ModelMetrics, 'refused'>, reason: 'queue' | 'caller', message: string, ms: number) {
  refused.inc({ reason })
  return new Refusal(429, message, { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) })
}
