import { createGroupSemaphore, Refusal, type Release } from '@quire/kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { QuestionHolders } from '../ask/order-by-meaning.ts'
import type { ModelConfig } from './config.ts'
import type { ModelMetrics } from './metrics.ts'

type PermitsConfig = Pick<ModelConfig, 'AI_CONCURRENCY' | 'AI_CALLER_CONCURRENCY' | 'AI_QUEUE'>
type LimitsConfig = PermitsConfig & Pick<ModelConfig, 'AI_QUEUE_TIMEOUT_MS' | 'AI_ASKS_PER_MINUTE'>

/** Bounds the questions that are sent to the endpoint. */
export interface ModelLimits {
  /**
   * Waits for a permit to have one answer written; the caller holds the permit until it is released. Throws 429 if the
   * wait takes too long, too many wait, or one of the holders asks too often; throws the reason of `signal` if it aborts.
   */
  enter(holders: QuestionHolders, signal: AbortSignal): Promise<Release>
}

/** The visitors of one site, and one network on all sites, may ask as often as so many callers. */
const timesOfGroup = 8

/** Returns the permits of questions at the same time. Half of all are left to others than one site or network. */
export const questionPermits = (config: PermitsConfig) => ({
  permits: config.AI_CONCURRENCY,
  permitsPerGroup: config.AI_CALLER_CONCURRENCY,
  permitsAround: Math.max(config.AI_CALLER_CONCURRENCY, Math.ceil(config.AI_CONCURRENCY / 2)),
  areNested: false,
  maxWaiting: config.AI_QUEUE,
})

export function modelLimits(config: LimitsConfig, metrics: Pick<ModelMetrics, 'refused' | 'underWay'>): ModelLimits {
  const { AI_QUEUE_TIMEOUT_MS: timeoutMs, AI_ASKS_PER_MINUTE: perMinute } = config
  const semaphore = createGroupSemaphore({
    ...{ ...questionPermits(config), timeoutMs },
    refusal: () => refusal(metrics, 'queue', 'Many questions are being answered: ask again in a moment.', timeoutMs),
  })
  const limiterOf = (points: number) => (points > 0 ? new RateLimiterMemory({ points, duration: 60 }) : undefined)
  const [ofCaller, ofGroup] = [limiterOf(perMinute), limiterOf(perMinute * timesOfGroup)]

  /** Counts for the caller first: a question that is refused there uses up nothing of the groups. */
  async function count(holders: QuestionHolders) {
    const [caller = '', ...groups] = holders.toReversed()
    await consume(ofCaller, caller, (ms) => tooOften(`More than ${perMinute} questions a minute: wait.`, ms))
    const message = 'Too many questions a minute on this site, or from your network: wait.'
    for (const group of groups) await consume(ofGroup, group, (ms) => tooOften(message, ms))
  }
  const tooOften = (message: string, ms: number) => refusal(metrics, 'caller', message, ms)

  return {
    async enter(holders, signal) {
      await count(holders)
      metrics.underWay.inc({ state: 'waiting' })
      const release = await acquire(semaphore, holders, signal).finally(() =>
        metrics.underWay.dec({ state: 'waiting' }),
      )
      metrics.underWay.inc({ state: 'running' })
      return () => {
        metrics.underWay.dec({ state: 'running' })
        release()
      }
    },
  }
}

async function consume(limiter: RateLimiterMemory | undefined, key: string, refuse: (ms: number) => Refusal) {
  try {
    await limiter?.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw refuse(error.msBeforeNext)
  }
}

/** Takes a permit, and holds it until the returned function is called. */
function acquire(
  semaphore: ReturnType<typeof createGroupSemaphore>,
  holders: QuestionHolders,
  signal: AbortSignal,
): Promise<Release> {
  return new Promise((resolve, reject) => {
    semaphore(holders, signal, () => new Promise<void>((release) => resolve(release))).catch(reject)
  })
}

function refusal({ refused }: Pick<ModelMetrics, 'refused'>, reason: 'queue' | 'caller', message: string, ms: number) {
  refused.inc({ reason })
  return new Refusal(429, message, { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) }, 'model')
}
