import { Refusal } from '@quire/kit/edge'
import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit'

/** Counts a request; rejects with 429 where there were too many. */
export type CountRequest = (request: Request, response: Response, userId: string | undefined) => Promise<void>

/** The address of a request; of an IPv6 one its network, since whoever has one address there has many. */
export const networkOf = ({ ip = '' }: Request) => ipKeyGenerator(ip)

/**
 * At most `limit` requests a minute for each caller, by user where there is one and by address where not;
 * 0 counts nothing. Every answer carries `X-RateLimit-*`.
 */
export function rateLimiter(limit: number): { count: CountRequest; stop(): void } {
  if (limit === 0) return { count: () => Promise.resolve(), stop: () => undefined }
  const users = new WeakMap<Request, string>()
  const store = new MemoryStore()
  const middleware: RequestHandler = rateLimit({
    windowMs: 60_000,
    limit,
    store,
    legacyHeaders: true,
    standardHeaders: false,
    keyGenerator: (request) => users.get(request) ?? networkOf(request),
    handler: (_request, _response, next) => next(new Refusal(429, `More than ${limit} requests a minute: wait.`)),
  })
  return {
    count(request, response, userId) {
      if (userId !== undefined) users.set(request, `user ${userId}`)
      return new Promise((resolve, reject) => {
        void middleware(request, response, (error) => (error ? reject(error) : resolve()))
      })
    },
    stop: () => store.shutdown(),
  }
}
