import { FetchRefused } from '@quire/kit'
import { BrokenFile } from '../../broken-file.ts'
import { inFile } from '../../file-text.ts'
import { politeness } from '../../import-limits.ts'
import type { Reading } from '../file-reader.ts'
import type { Robots } from './robots.ts'
import type { Site } from './site.ts'

const maxBytes = 10 * 1024 * 1024
const maxSitemaps = 20
const maxAddresses = 20_000

/** Returns the pages in a site's sitemaps, in their order. Fetches no sitemap after the deadline `until`. */
export async function sitemapPages(site: Site, robots: Robots, reading: Reading, until: number): Promise<string[]> {
  const { field, parser, signal, web } = reading
  const usual = new URL('/sitemap.xml', site.within).href
  const waiting = [...new Set([...robots.sitemaps, usual])]
  const seen = new Set<string>()
  const pages = new Set<string>()
  for (let at = 0; at < waiting.length && seen.size < maxSitemaps && performance.now() < until; at += 1) {
    const address = waiting[at] ?? ''
    if (seen.has(address) || !URL.canParse(address) || new URL(address).host !== site.host) continue
    seen.add(address)
    const follows = (to: URL) => to.host === site.host
    try {
      const { body } = await web.get(address, { field, signal, maxBytes, timeoutMs: politeness.pageTimeoutMs, follows })
      const { lists, addresses } = await inFile(() => parser.run('readSitemap', body.toString('utf8')))
      waiting.push(...lists)
      for (const page of addresses) if (URL.canParse(page) && pages.size < maxAddresses) pages.add(new URL(page).href)
    } catch (error) {
      // Pages of a broken sitemap may still be found through links.
      if (!(error instanceof FetchRefused || error instanceof BrokenFile)) throw error
    }
  }
  return [...pages].filter((page) => site.holds(page))
}
