import { FetchRefused } from '@quire/kit'
import { yieldEvery } from '../../../storage/yield-every.ts'
import { BrokenFile } from '../../broken-file.ts'
import { htmlBytes, politeness, type SiteLimits } from '../../import-limits.ts'
import type { ImportFailure, SourceFile } from '../../source-files.ts'
import type { Reading } from '../file-reader.ts'
import type { NavigationItem } from '../html/navigation.ts'
import { convertPage } from '../read-html.ts'
import type { Robots } from './robots.ts'
import type { Site } from './site.ts'

/** A crawled page of the site. */
export interface CrawledPage {
  url: string
  /** The canonical address that it declares, if that is a page of the site. */
  canonical: string | undefined
  title: string | undefined
  /** The page, and pictures that were embedded in it. */
  files: SourceFile[]
  pictures: string[]
}

export interface Crawl {
  pages: Map<string, CrawledPage>
  /** Redirects from address to page. */
  moved: Map<string, string>
  failures: ImportFailure[]
  /** The navigation of the first page. */
  navigation: NavigationItem[]
  /** The address of the first page by https, if the site redirects there; the site is then read there. */
  secure: string | undefined
}

/** Options for reading a site. */
export interface SiteTerms {
  site: Site
  robots: Robots
  reading: Reading
  limits: SiteLimits
  /** Deadline on the clock of `performance.now()`. */
  until: number
}

/** Links that are checked against robots.txt at once. */
const linksAtOnce = 500

interface Waiting {
  url: string
  depth: number
}

/**
 * Reads the pages of a site that links and `listed` lead to, a few at once, breadth first. Pages that cannot be read,
 * and pages beyond the limits, are failures.
 */
export async function crawl(
  first: string,
  listed: () => Promise<string[]>,
  { site, robots, reading, limits, until }: SiteTerms,
): Promise<Crawl> {
  const found: Crawl = { pages: new Map(), moved: new Map(), failures: [], navigation: [], secure: undefined }
  const seen = new Set<string>()
  const waiting: Waiting[] = []
  let done = 0
  let skipped = 0

  async function add(urls: Iterable<string>, depth: number): Promise<void> {
    const unseen = await unseenOf(urls)
    for (let at = 0; at < unseen.length; at += linksAtOnce) {
      if (seen.size >= limits.pages || depth > limits.depth || performance.now() > until) {
        skipped += unseen.length - at
        return
      }
      for (const url of await robots.allowed(unseen.slice(at, at + linksAtOnce))) addOne(url, depth)
    }
  }

  function addOne(url: string, depth: number): void {
    const page = site.pageAt(url)
    if (seen.has(page)) return
    if (seen.size >= limits.pages) skipped += 1
    else {
      seen.add(page)
      waiting.push({ url, depth })
    }
  }

  async function unseenOf(urls: Iterable<string>): Promise<string[]> {
    const turn = yieldEvery(500)
    const unseen: string[] = []
    for (const url of new Set(urls)) {
      await turn()
      if (site.holds(url) && !seen.has(site.pageAt(url))) unseen.push(url)
    }
    return unseen
  }

  async function readNext({ url, depth }: Waiting): Promise<void> {
    const problem = await readOne(url, depth)
    done += 1
    if (problem !== undefined) found.failures.push({ path: site.pathOf(url), problem })
    reading.progress?.({ importedResources: found.pages.size, totalResources: Math.max(seen.size, done) })
  }

  async function readOne(url: string, depth: number): Promise<string | undefined> {
    if (performance.now() > until) return `was not reached within ${limits.timeoutMs / 60_000} minutes`
    try {
      const page = await pageAt(url)
      if (!page) return undefined
      const { links, navigation } = page
      if (depth === 0) found.navigation = navigation
      await add(links, depth + 1)
    } catch (error) {
      if (error instanceof FetchRefused) return error.problem
      if (error instanceof BrokenFile) return error.message
      throw error
    }
    return undefined
  }

  /** Fetches a page; returns undefined if it is not a page of the site, or was read already. */
  async function pageAt(url: string) {
    const { field, signal, web } = reading
    const bounds = { maxBytes: htmlBytes, timeoutMs: politeness.pageTimeoutMs }
    const follows = (to: URL) => to.host === site.host
    const {
      body,
      contentType,
      url: at,
    } = await web.get(url, { field, signal, ...bounds, follows, accept: 'text/html' })
    if (url === first && isSecured(url, at)) {
      found.secure = at
      return undefined
    }
    const key = site.pageAt(at)
    if (key !== site.pageAt(url)) {
      if (!site.holds(at) || (await robots.allowed([at])).length === 0) return undefined
      found.moved.set(site.pageAt(url), key)
      if (seen.has(key)) return undefined
      seen.add(key)
    }
    if (!/^$|html/i.test(contentType)) return undefined
    const folder =
      site
        .pathOf(at)
        .replace(/\.html?$/i, '')
        .split('/')
        .at(-1) || 'page'
    const terms = { contentType, url: at, folder, within: site.within }
    const { files, title, pictures, canonical, links, navigation } = await convertPage(body, terms, reading)
    const own = canonical !== undefined && site.holds(canonical) ? site.pageAt(canonical) : undefined
    found.pages.set(key, { url: key, canonical: own, title, files, pictures })
    return { links, navigation }
  }

  addOne(first, 0)
  // The first page decides if there is anything to import, and its links come first.
  for (const one of waiting.splice(0)) await readNext(one)
  if (found.pages.size > 0) await add(await listed(), 1)
  await inParallel(politeness.atOnce, waiting, readNext)
  if (skipped > 0) {
    const problem = `${skipped} links to pages were not followed: a site may have ${limits.pages} pages, ${limits.depth} links away from the first at most`
    found.failures.push({ path: site.within, problem })
  }
  return found
}

const isSecured = (from: string, to: string) => from.startsWith('http:') && to.startsWith('https:')

/** Works on the items in `waiting` in their order, including items that are added meanwhile. */
async function inParallel<Item>(max: number, waiting: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const inProgress = new Set<Promise<void>>()
  let at = 0
  while (at < waiting.length || inProgress.size > 0) {
    for (; at < waiting.length && inProgress.size < max; at += 1) {
      const item = waiting[at]
      if (item === undefined) continue
      const working = work(item).finally(() => inProgress.delete(working))
      inProgress.add(working)
    }
    try {
      await Promise.race(inProgress)
    } catch (error) {
      await Promise.allSettled(inProgress)
      throw error
    }
  }
}
