import { setTimeout } from 'node:timers/promises'
import type { GuardedClient, GuardedGet } from '@quire/kit'
import { badRequest, FetchRefused } from '@quire/kit'
import { BrokenFile } from '../../broken-file.ts'
import { inFile } from '../../file-text.ts'
import { politeness, siteLimits } from '../../import-limits.ts'
import type { ImportFailure, OutlinePage, ReadSources, SourceFile } from '../../source-files.ts'
import { assignPicturePaths, fetchPictures } from '../fetch-pictures.ts'
import { freePaths } from '../file-names.ts'
import type { Reading } from '../file-reader.ts'
import type { NavigationItem } from '../html/navigation.ts'
import { type Crawl, type CrawledPage, crawl, type SiteTerms } from './crawl.ts'
import type { Robots } from './robots.ts'
import { robotsOf } from './robots.ts'
import { type Site, siteAt } from './site.ts'

/** Attempts for one page of a busy server. */
const maxFetchAttempts = 3

interface PoliteOptions {
  web: GuardedClient
  signal: AbortSignal
  /** Time between the beginnings of two requests. */
  delayMs: number
}

const maxSitemapBytes = 10 * 1024 * 1024

const maxSitemaps = 20

const maxSitemapAddresses = 20_000

/**
 * Reads the pages in the folder of an address and below that links and sitemaps lead to and robots.txt allows. Their
 * tree is that of the first page's navigation, else that of the addresses.
 */
export async function readWebsite(url: string, reading: Reading, limits = siteLimits): Promise<ReadSources> {
  if (!URL.canParse(url)) throw badRequest(reading.field, 'is not a valid URL')
  const until = performance.now() + limits.timeoutMs
  const site = siteAt(url)
  const robots = await robotsOf(url, site, reading)
  if ((await robots.allowed([url])).length === 0)
    throw badRequest(reading.field, 'is closed to crawlers by its robots.txt')
  const web = { ...reading.web, ...politeWeb({ ...reading, delayMs: robots.delayMs }) }
  const polite: Reading = { ...reading, web }
  const found = await crawl(url, () => sitemapPages(site, robots, polite, until), {
    site,
    robots,
    reading: polite,
    limits,
    until,
  })
  if (found.secure !== undefined) return readWebsite(found.secure, reading, limits)
  const pages = withoutDuplicates(found)
  const { files, paths } = filesOf(pages, found, site)
  const pictures = await picturesOf([...pages.values()], files, {
    site,
    robots,
    reading: polite,
    limits,
    until,
  })
  return {
    files: [...files, ...pictures.files],
    failures: [...found.failures, ...pictures.failures],
    ...(found.navigation.length > 0 && {
      outline: outlineOf(found.navigation, (at) => paths.get(aliasOf(site.pageAt(at), found))),
    }),
  }
}

const aliasOf = (page: string, { moved }: Pick<Crawl, 'moved'>) => moved.get(page) ?? page

/** Removes pages whose canonical address is another page with the same title; links to them lead to that page. */
function withoutDuplicates({ pages, moved }: Crawl): Map<string, CrawledPage> {
  const unique = new Map(pages)
  for (const [key, { canonical, title }] of pages) {
    const other = canonical === undefined || canonical === key ? undefined : pages.get(canonical)
    if (other === undefined || other.title !== title || !unique.has(other.url)) continue
    moved.set(key, other.url)
    unique.delete(key)
  }
  return unique
}

function filesOf(pages: ReadonlyMap<string, CrawledPage>, { moved }: Crawl, site: Site) {
  const free = freePaths()
  const paths = new Map<string, string>()
  const aliases = Map.groupBy(moved.keys(), (from) => moved.get(from) ?? from)
  const files = [...pages].flatMap(
    ([
      key,
      {
        files: [page, ...inside],
        url,
      },
    ]): SourceFile[] => {
      const path = free(site.pathOf(url))
      const folder = path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/` : ''
      paths.set(key, path)
      const others = aliases.get(key) ?? []
      const names = url.endsWith('/') ? [...others, `${url}index.html`] : others
      return [
        ...(page ? [{ ...page, path, url, aliases: names }] : []),
        ...inside.map((file) => ({ ...file, path: folder + file.path })),
      ]
    },
  )
  return { files, paths }
}

/** Fetches the pictures of the site's own host; addresses of other pictures stay. */
async function picturesOf(
  pages: readonly CrawledPage[],
  files: readonly SourceFile[],
  { site, robots, reading, limits, until }: SiteTerms,
): Promise<{ files: SourceFile[]; failures: ImportFailure[] }> {
  const { pictures: maxPictures } = limits
  const all = new Set(pages.flatMap(({ pictures }) => pictures.map((url) => url.replace(/#.*$/s, ''))))
  const own = [...all].filter((url) => URL.canParse(url) && new URL(url).host === site.host)
  const allowed = await robots.allowed(own.slice(0, maxPictures))
  const wanted = assignPicturePaths(
    allowed,
    site.within,
    files.map(({ path }) => path),
  )
  const fetched = await fetchPictures(wanted, reading, { until, minutes: limits.timeoutMs / 60_000 })
  const skipped = own.length - maxPictures
  if (skipped > 0)
    fetched.failures.push({
      path: site.within,
      problem: `${skipped} pictures stay where they are: ${maxPictures} are fetched at most`,
    })
  return fetched
}

/** Converts navigation to an outline; entries without a page become groups. */
const outlineOf = (items: readonly NavigationItem[], pathOf: (url: string) => string | undefined): OutlinePage[] =>
  items.map(({ title, url, items: inner }): OutlinePage => {
    const path = url === undefined ? undefined : pathOf(url)
    const pages = outlineOf(inner, pathOf)
    return path === undefined ? { type: 'group', title, pages } : { type: 'document', title, path, pages }
  })

/** Returns the pages in a site's sitemaps, in their order. Fetches no sitemap after the deadline `until`. */
async function sitemapPages(site: Site, robots: Robots, reading: Reading, until: number): Promise<string[]> {
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
      const { body } = await web.get(address, {
        field,
        signal,
        maxBytes: maxSitemapBytes,
        timeoutMs: politeness.pageTimeoutMs,
        follows,
      })
      const { lists, addresses } = await inFile(() => parser.run('readSitemap', body.toString('utf8')))
      waiting.push(...lists)
      for (const page of addresses)
        if (URL.canParse(page) && pages.size < maxSitemapAddresses) pages.add(new URL(page).href)
    } catch (error) {
      // Pages of a broken sitemap may still be found through links.
      if (!(error instanceof FetchRefused || error instanceof BrokenFile)) throw error
    }
  }
  return [...pages].filter((page) => site.holds(page))
}

/** Wraps a client so that it waits between requests, and after a busy answer for the time in `Retry-After`. */
function politeWeb({ web, signal, delayMs }: PoliteOptions): Pick<GuardedClient, 'get'> {
  let next = 0

  async function turn(): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + delayMs
    if (at > now) await setTimeout(at - now, undefined, { signal })
  }

  return {
    async get(url: string, options: GuardedGet) {
      for (let tries = 1; ; tries += 1) {
        await turn()
        try {
          return await web.get(url, options)
        } catch (error) {
          const pauseMs = error instanceof FetchRefused ? requestedPauseMs(error) : undefined
          if (pauseMs === undefined || tries === maxFetchAttempts) throw error
          next = Math.max(next, performance.now() + pauseMs)
        }
      }
    },
  }
}

/** Returns the time that a busy server asks to wait; undefined if the request should not be repeated. */
function requestedPauseMs({ answer }: FetchRefused): number | undefined {
  if (answer?.status !== 429 && answer?.status !== 503) return undefined
  const { retryAfterMs = 1000 } = answer
  return retryAfterMs <= politeness.maxRetryAfterMs ? retryAfterMs : undefined
}
