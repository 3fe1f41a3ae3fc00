import type { EventStream, VisitAnswer } from '@quire/kit'
import type { Asker } from '../ask/answer-events.ts'
import { askedAt } from '../ask/ask-routes.ts'
import { toolPaths } from '../frame/links.ts'
import type { Place } from '../frame/model.ts'
import { answered } from '../kept/answers.ts'
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
  asker: Asker
}

/** What is no page: files, searches, questions, and what programs read; undefined for everything else. */
export async function specialAt(
  visiting: Visiting,
  trees: SiteTrees,
  { path, query, place, asker }: AskedPath,
): Promise<VisitAnswer | EventStream | undefined> {
  const machine = Object.hasOwn(machinePaths, path) ? machinePaths[path] : undefined
  if (machine) return machine(visiting, trees)
  if (toolPaths.includes(path)) return noPage(visiting)
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
      return askedAt(visiting, trees, { kind: [kind, ...rest].join('/'), query, place, asker })
  }
}

/** Programs ask here too: by this they learn that nothing is streamed to them beside their answers. */
const noPage = ({ site }: Visiting): VisitAnswer | undefined =>
  site.isForAgents
    ? answered('This is the address of an MCP server: give it to a program that knows the Model Context Protocol.\n', {
        type: 'text',
        isPublic: false,
        status: 405,
        more: { Allow: 'POST', 'X-Robots-Tag': 'noindex' },
      })
    : undefined
