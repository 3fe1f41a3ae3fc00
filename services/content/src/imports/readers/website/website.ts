import { badRequest } from '@quire/kit'
import { siteLimits } from '../../import-limits.ts'
import type { ImportFailure, OutlinePage, ReadSources, SourceFile } from '../../source-files.ts'
import { assignPicturePaths, fetchPictures } from '../fetch-pictures.ts'
import { freePaths } from '../file-names.ts'
import type { Reading } from '../file-reader.ts'
import type { NavigationItem } from '../html/navigation.ts'
import { type Crawl, type CrawledPage, crawl, type SiteTerms } from './crawl.ts'
import { politeWeb } from './polite-web.ts'
import { robotsOf } from './robots.ts'
import { type Site, siteAt } from './site.ts'
import { sitemapPages } from './sitemap.ts'

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
