import { badRequest, FetchRefused } from '@quire/kit'
import { BrokenFile } from '../../broken-file.ts'
import { politeness } from '../../limits.ts'
import { inFile } from '../../text.ts'
import type { Reading } from '../reading.ts'
import type { Site } from './site.ts'

const maxBytes = 512 * 1024
/** What is asked about at once: one message to the thread. */
const urlsAtOnce = 500

/** What a site asks of crawlers. */
export interface Robots {
  /** Those of some addresses that may be fetched, in their order. */
  allowed(urls: readonly string[]): Promise<string[]>
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
  { web, field, parser, signal }: Reading,
): Promise<Robots> {
  const address = new URL('/robots.txt', url).href
  const text = await robotsText()
  const { delay, sitemaps } = await ask([])
  return { allowed, delayMs: Math.min(delay * 1000, politeness.delayMs), sitemaps }

  async function allowed(urls: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (let at = 0; at < urls.length; at += urlsAtOnce) {
      const some = urls.slice(at, at + urlsAtOnce)
      const answers = await ask(some)
      found.push(...some.filter((_, index) => answers.allowed[index]))
    }
    return found
  }

  async function ask(urls: string[]) {
    try {
      return await inFile(() => parser.run('askRobots', address, text, urls))
    } catch (error) {
      throw error instanceof BrokenFile ? badRequest(field, 'its robots.txt takes too long to follow') : error
    }
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
