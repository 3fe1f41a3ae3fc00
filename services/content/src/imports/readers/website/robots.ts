import { badRequest, FetchRefused } from '@quire/kit'
import { BrokenFile } from '../../broken-file.ts'
import { inFile } from '../../file-text.ts'
import { politeness } from '../../import-limits.ts'
import type { Reading } from '../file-reader.ts'
import type { Site } from './site.ts'

const maxBytes = 512 * 1024
/** Addresses in one message to the thread. */
const urlsAtOnce = 500

/** Rules of a site for crawlers. */
export interface Robots {
  /** Returns the given addresses that may be fetched, in their order. */
  allowed(urls: readonly string[]): Promise<string[]>
  delayMs: number
  sitemaps: string[]
}

/**
 * Reads robots.txt by RFC 9309: a missing one allows everything; a server error allows nothing, which is a 400.
 */
export async function robotsOf(
  url: string,
  site: Pick<Site, 'host'>,
  { web, field, parser, signal }: Reading,
): Promise<Robots> {
  const address = new URL('/robots.txt', url).href
  const text = await robotsText()
  const { delay, sitemaps } = await ask([])
  return { allowed, delayMs: Math.min(delay * 1000, politeness.maxDelayMs), sitemaps }

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
