import { badRequest, FetchRefused } from '@quire/kit'
import { politeness } from '../../limits.ts'
import type { Reading } from '../reading.ts'
import type { Site } from './site.ts'

const maxBytes = 512 * 1024
const name = 'Quire'

/** What a site asks of crawlers. */
export interface Robots {
  allows(url: string): boolean
  delayMs: number
  sitemaps: string[]
}

/**
 * Reads robots.txt as RFC 9309 says: where there is none everything is allowed, where the server fails nothing is, which
 * is a 400.
 */
export async function robotsOf(
  url: string,
  site: Pick<Site, 'host'>,
  { web, field, signal }: Reading,
): Promise<Robots> {
  const address = new URL('/robots.txt', url).href
  const { default: robotsParser } = await import('robots-parser')
  const text = await robotsText()
  const robots = robotsParser(address, text)
  const delay = Number(robots.getCrawlDelay(name) ?? 0)
  return {
    allows: (page) => robots.isAllowed(page, name) !== false,
    delayMs: Math.min(Number.isFinite(delay) && delay > 0 ? delay * 1000 : 0, politeness.delayMs),
    sitemaps: robots.getSitemaps().slice(0, 10),
  }

  async function robotsText(): Promise<string> {
    const follows = (to: URL) => to.host === site.host
    try {
      const { body } = await web.get(address, { field, signal, maxBytes, timeoutMs: politeness.pageTimeoutMs, follows })
      return body.toString('utf8')
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error
      const { status } = error.answer ?? {}
      if (status !== undefined && status >= 400 && status < 500 && status !== 429) return ''
      throw badRequest(field, `its robots.txt ${error.problem}`)
    }
  }
}
