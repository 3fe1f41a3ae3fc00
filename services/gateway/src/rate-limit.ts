import { Refusal } from '@quire/kit/edge'
import type { Request, RequestHandler, Response } from 'express'
import { MemoryStore, rateLimit } from 'express-rate-limit'
import { hurries } from './hurries.ts'
import { networkOf } from './network.ts'
import type { Pause } from './pauses.ts'
import { createTurns } from './turns.ts'

/** Counts a request; rejects with 429 where there were too many. */
export type CountRequest = (request: Request, response: Response, userId: string | undefined) => Promise<void>

/** How often a caller's request is held back before it is refused. */
const mostHolds = 5
/** While others call too, a caller may send its requests this many times as fast as its limit on average. */
const hurry = 2
/** Requests of one caller in one turn of the event loop; a connection is accepted only once in each turn. */
const perTurn = 8

/**
 * At most `limit` requests a minute for each caller, by user where there is one and by address where not; 0 counts
 * nothing. Every answer carries `X-RateLimit-*`. A caller who sends all of them at once while others call is held back:
 * otherwise they would have the gateway to themselves until the limit is reached.
 */
export function rateLimiter(limit: number, pause: Pause): { count: CountRequest; stop(): void } {
  const turn = createTurns(perTurn)
  const keyOf = (request: Request, userId?: string) => (userId === undefined ? networkOf(request) : `user ${userId}`)
  if (limit === 0) {
    return { count: (request, _response, userId) => turn(keyOf(request, userId)), stop: () => undefined }
  }
  const keys = new WeakMap<Request, string>()
  const isTooFast = hurries((limit / 60) * hurry)
  const store = new MemoryStore()
  const middleware: RequestHandler = rateLimit({
    windowMs: 60_000,
    limit,
    store,
    legacyHeaders: true,
    standardHeaders: false,
    keyGenerator: (request) => keys.get(request) ?? networkOf(request),
    handler: (_request, _response, next) => next(new Refusal(429, `More than ${limit} requests a minute: wait.`)),
  })
  return {
    async count(request, response, userId) {
      const key = keyOf(request, userId)
      // It was counted when sites was asked whose host it names.
      if (keys.get(request) === key) return
      keys.set(request, key)
      await turn(key)
      await new Promise<void>((resolve, reject) => {
        void middleware(request, response, (error) => (error ? reject(error) : resolve()))
      })
      for (let holds = 0; isTooFast(key); holds += 1) {
        if (holds < mostHolds && (await pause(request, response))) continue
        throw new Refusal(429, 'Too many requests at once: wait.', { 'Retry-After': '1' })
      }
    },
    stop: () => store.shutdown(),
  }
}
