import { SiteHostname } from '@quire/contracts'
import { badRequest, notFound, Refusal } from '@quire/kit/edge'
import type { RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import { z } from 'zod'
import type { IsSiteAt } from './hostnames.ts'

export const verifiedHostnamePath = '/verified-hostname'

/** Unknown names about which sites is asked in a second: whoever opens connections to a proxy chooses the names. */
const unknownPerSecond = 20

/**
 * Answers 200 if a site is published at the verified hostname `domain`, 404 if not, so that a proxy gets no certificate
 * for a stranger's name: the question that Caddy's `on_demand_tls` asks (docs/operations.md#hosts-of-sites). Beyond a yes
 * or a no it says nothing. 429 if too many unknown names were asked for, 503 while sites is away.
 */
export function verifiedHostname(isSiteAt: IsSiteAt): RequestHandler {
  const limit = rateLimit({
    windowMs: 1000,
    limit: unknownPerSecond,
    keyGenerator: () => 'everybody',
    standardHeaders: false,
    legacyHeaders: false,
    handler: (_request, _response, next) =>
      next(new Refusal(429, 'Too many unknown names: ask again in a second.', { 'Retry-After': '1' })),
  })
  return async (request, response) => {
    const query = new URL(request.url, 'http://gateway').searchParams
    const asked = z.string().toLowerCase().pipe(SiteHostname).safeParse(query.get('domain'))
    if (!asked.success) throw badRequest('domain', 'must be a hostname')
    const count = () =>
      new Promise<void>((resolve, reject) => {
        void limit(request, response, (error) => (error ? reject(error) : resolve()))
      })
    if (!(await isSiteAt(asked.data, { isProbe: false, isCacheEnough: false, count }))) throw notFound(asked.data)
    response.json({ hostname: asked.data })
  }
}
