import { FetchRefused } from '@quire/kit'
import { BrokenFile } from '../../broken-file.ts'
import { politeness } from '../../limits.ts'
import { inFile } from '../../text.ts'
import type { Reading } from '../reading.ts'
import type { Robots } from './robots.ts'
import type { Site } from './site.ts'

const maxBytes = 10 * 1024 * 1024
const mostSitemaps = 20
const mostAddresses = 20_000

/** The pages that a site's own lists name, in their order; none where there are no lists. No list is asked for after `until`. */
export async function sitemapPages(site: Site, robots: Robots, reading: Reading, until: number): Promise<string[]> {
  const { field, parser, signal, web } = reading
  const usual = new URL('/sitemap.xml', site.within).href
  const waiting = [...new Set([...robots.sitemaps, usual])]
  const seen = new Set<string>()
  const pages = new Set<string>()
  for (let at = 0; at < waiting.length && seen.size < mostSitemaps && performance.now() < until; at += 1) {
    const address = waiting[at] ?? ''
    if (seen.has(address) || !URL.canParse(address) || new URL(address).host !== site.host) continue
    seen.add(address)
    const follows = (to: URL) => to.host === site.host
    try {
      const { body } = await web.get(address, { field, signal, maxBytes, timeoutMs: politeness.pageTimeoutMs, follows })
      const { lists, addresses } = await inFile(() => parser.run('readSitemap', body.toString('utf8')))
      waiting.push(...lists)
      for (const page of addresses) if (URL.canParse(page) && pages.size < mostAddresses) pages.add(new URL(page).href)
    } catch (error) {
      // The links of the pages lead to them all the same.
      if (!(error instanceof FetchRefused || error instanceof BrokenFile)) throw error
    }
  }
  return [...pages].filter((page) => site.holds(page))
}
