import { type EventStream, notFound, VisitAnswer, type VisitRequest } from '@quire/kit'
import { askedAt } from '../ask/ask-paths.ts'
import type { Asker } from '../ask/html-answer-events.ts'
import type { FileCache } from '../cache/file-cache.ts'
import { answered, redirect } from '../cache/visit-answers.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { searchAnswer, searchPage } from '../search/search-site.ts'
import { isLinkedFile, toolPaths } from '../site/site-hrefs.ts'
import { locationOfSpace, type SiteLocation } from '../site/site-model.ts'
import { machineFiles, variantSitemap } from './machine-files.ts'
import { pageListEntries, pageListPage } from './page-lists.ts'

/** Browsers may cache the address of a file's bytes for half of the hour that it is valid. */
const maxAgeSeconds = 1800

/** A request within a site. */
interface AskedPath {
  location: SiteLocation
  /** The path within the variant, decoded. */
  path: string
  query: URLSearchParams
  asker: Asker
  visit: VisitRequest
  files: FileCache
}

/**
 * Answers paths that are not pages: files, searches, questions, lists of pages, and files for crawlers and agents;
 * undefined for all others.
 */
export async function specialAt(
  pageContext: PageContext,
  trees: SiteTrees,
  { path, query, location, asker, files, visit }: AskedPath,
): Promise<VisitAnswer | EventStream | undefined> {
  const machine = Object.hasOwn(machineFiles, path) ? machineFiles[path] : undefined
  const fileVisit = { pageContext, trees, files, isRead: asker.isRead }
  if (machine) return machine(fileVisit)
  if (toolPaths.includes(path)) return toolsAnswer(pageContext)
  const [first, kind, ...rest] = path.split('/')
  if (first !== '-') return undefined
  switch (kind) {
    case 'search':
      return searchPage(pageContext, trees, { query, location })
    case 'search.json':
      return searchAnswer(pageContext, trees, query)
    case 'sitemaps':
      return variantSitemap(fileVisit, (rest[0] ?? '').replace(/\.xml$/, ''))
    case 'pages':
      return pageListPage(pageContext, trees, rest)
    case 'branches':
      return pageListEntries(pageContext, trees, { path: rest, visit })
    case 'files':
      return fileAnswer(pageContext, location, ...rest)
    default:
      return askedAt(pageContext, trees, { kind: [kind, ...rest].join('/'), query, location, asker })
  }
}

/** Agents send GET here too: the 405 tells them that there is no stream of messages. */
const toolsAnswer = ({ site }: PageContext): VisitAnswer | undefined => (site.isForAgents ? postOnly() : undefined)

/** Returns the answer to a browser at the address of an MCP server. */
export const postOnly = (): VisitAnswer =>
  answered('This is the address of an MCP server: give it to a program that knows the Model Context Protocol.\n', {
    type: 'text',
    isPublic: false,
    status: 405,
    more: { Allow: 'POST', 'X-Robots-Tag': 'noindex' },
  })

/** Redirects to the bytes of a file in a space that the visitor sees; throws 404. */
async function fileAnswer(
  { site, source, call }: PageContext,
  from: SiteLocation,
  spaceId = '',
  fileId = '',
): Promise<VisitAnswer> {
  const location = locationOfSpace(site, spaceId)
  const isLinkedBySite = isLinkedFile(site, from.variant.spaceId, { space: spaceId, file: fileId })
  const wanted = { fileId, claims: site.audience.claims, isLinkedBySite }
  const url = location && fileId !== '' && (await source.file(call, location.variant, wanted))
  if (!url) throw notFound('The file')
  const { status, headers } = redirect(url, { isPublic: false, status: 302 })
  return new VisitAnswer(status, { ...headers, 'Cache-Control': `private, max-age=${maxAgeSeconds}` })
}
