import { Refusal } from '@quire/kit/edge'
import type { Request, RequestHandler, Response } from 'express'
import { MemoryStore, rateLimit } from 'express-rate-limit'
import { networkOf, widerNetworkOfRequest } from './addresses.ts'
import { createBurstLimit } from './burst-limit.ts'
import { createFairScheduler } from './fair-scheduling.ts'
import type { Tarpit } from './tarpit.ts'

/** Counts a request for an account (`accountOf`), or for its address; rejects with 429 if there were too many. */
export type CountRequest = (request: Request, response: Response, account: string | undefined) => Promise<void>

/** Times that a request is held in the tarpit before it is refused. */
const maxHolds = 5
/** Multiple of the average rate of its limit at which a caller may send requests while others call too. */
const burstFactor = 2
/** The networks of one wider network of IPv6 may send as many requests as so many callers. */
const timesOfWider = 16
/** Requests of one caller in one turn of the event loop; a connection is accepted only once in each turn. */
const maxPerTurn = 8

/**
 * Limits each caller to `limit` requests per minute, by user, or by address without one; 0 is no limit. Every answer
 * carries `X-RateLimit-*`. Without a user, a wider network of IPv6 has a limit too, sixteen times as high. A caller who sends all requests at once while others call is delayed: otherwise they would
 * have the gateway to themselves until the limit is reached.
 */
export function rateLimiter(limit: number, tarpit: Tarpit): { count: CountRequest; stop(): void } {
  const waitForTurn = createFairScheduler(maxPerTurn)
  const keyOf = (request: Request, account?: string) => (account === undefined ? networkOf(request) : `user ${account}`)
  const isOfUser = (key: string | undefined) => key?.startsWith('user ') === true
  if (limit === 0) {
    return { count: (request, _response, account) => waitForTurn(keyOf(request, account)), stop: () => undefined }
  }
  const keys = new WeakMap<Request, string>()
  const exceedsBurst = createBurstLimit((limit / 60) * burstFactor)
  const stores = [new MemoryStore(), new MemoryStore()] as const
  const tooMany = (response: Response) => {
    // The seconds that are left of the minute, if the limiter has written them.
    const seconds = response.getHeader('Retry-After')
    const headers: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
    return new Refusal(429, `More than ${limit} requests a minute: wait.`, headers, 'rate')
  }
  const common = { windowMs: 60_000, standardHeaders: false } as const
  const middleware: RequestHandler = rateLimit({
    ...{ ...common, limit, store: stores[0], legacyHeaders: true },
    keyGenerator: (request) => keys.get(request) ?? networkOf(request),
    handler: (_request, response, next) => next(tooMany(response)),
  })
  const ofWider: RequestHandler = rateLimit({
    ...{ ...common, limit: timesOfWider * limit, store: stores[1], legacyHeaders: false },
    skip: (request) => isOfUser(keys.get(request)) || widerNetworkOfRequest(request) === undefined,
    keyGenerator: (request) => widerNetworkOfRequest(request) ?? networkOf(request),
    handler: (_request, response, next) => next(tooMany(response)),
  })
  return {
    async count(request, response, account) {
      const key = keyOf(request, account)
      // The request was counted when sites was asked about its host.
      if (keys.get(request) === key) return
      keys.set(request, key)
      await waitForTurn(key)
      for (const limiting of [middleware, ofWider])
        await new Promise<void>((resolve, reject) => {
          void limiting(request, response, (error) => (error ? reject(error) : resolve()))
        })
      for (let holds = 0; exceedsBurst(key); holds += 1) {
        if (holds < maxHolds && (await tarpit(request, response))) continue
        throw new Refusal(429, 'Too many requests at once: wait.', { 'Retry-After': '1' }, 'burst')
      }
    },
    stop() {
      for (const store of stores) store.shutdown()
    },
  }
}
