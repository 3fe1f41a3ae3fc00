import type { VisitAnswer } from '@quire/kit'
import type { Place } from '../frame/model.ts'
import { fileAnswer } from './files.ts'
import { machinePaths, variantSitemap } from './machines.ts'
import type { SiteTrees, Visiting } from './page-context.ts'
import { searchAnswer, searchPage } from './search.ts'

/** What a reader asks for within a site. */
export interface AskedPath {
  place: Place
  /** Within the variant, decoded. */
  path: string
  query: URLSearchParams
}

/** What is no page: files, searches, and what programs read; undefined for everything else. */
export async function specialAt(
  visiting: Visiting,
  trees: SiteTrees,
  { path, query, place }: AskedPath,
): Promise<VisitAnswer | undefined> {
  const machine = Object.hasOwn(machinePaths, path) ? machinePaths[path] : undefined
  if (machine) return machine(visiting, trees)
  const [first, kind, ...rest] = path.split('/')
  if (first !== '-') return undefined
  switch (kind) {
    case 'search':
      return searchPage(visiting, trees, { query, place })
    case 'search.json':
      return searchAnswer(visiting, trees, query)
    case 'sitemaps':
      return variantSitemap(visiting, trees, (rest[0] ?? '').replace(/\.xml$/, ''))
    case 'files':
      return fileAnswer(visiting, ...rest)
    default:
      return undefined
  }
}
