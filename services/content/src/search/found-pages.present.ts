import type { SearchContext } from './context.ts'
import { type FoundLocation, type LiveSpace, locationsOf, type PageTreeRoot } from './live-spaces.ts'
import { answeringSections, type FoundSection, loadSections } from './load-sections.ts'
import type { FoundPage, FoundSpace } from './search-pages.ts'

/** The answering sections of pages whose text differs between visitors. */
type OwnSections = ReadonlyMap<FoundPage, readonly FoundSection[]>

/** Creates the presenter of found pages, with their places in the live content of their spaces. */
export async function foundPagePresenter(
  context: Pick<SearchContext, 'sql' | 'deps'>,
  live: ReadonlyMap<string, PageTreeRoot>,
  found: readonly FoundPage[],
  own: OwnSections = new Map(),
) {
  const { sql, deps } = context
  const wanted = found.flatMap((page) => {
    const store = live.get(page.space)?.store
    return store === undefined || own.has(page) ? [] : { store, document: page.document }
  })
  const sections = await loadSections(sql, deps.search.sections, wanted)
  const locations = await locationsOf(context, live, found)
  return (page: FoundPage) => {
    const answers = own.get(page) ?? answeringSections(page.title, sections.get(page.document) ?? [], page.sections)
    return presentFoundPage(deps.publicUrl, page, locations.get(page) ?? nowhere, answers)
  }
}

/** Creates the presenter of spaces with their found pages. */
export async function foundSpacePresenter(
  context: Parameters<typeof foundPagePresenter>[0],
  live: ReadonlyMap<string, LiveSpace>,
  found: readonly FoundSpace[],
  own?: OwnSections,
) {
  const presentPage = await foundPagePresenter(
    context,
    live,
    found.flatMap(({ pages }) => pages),
    own,
  )
  return ({ spaceId: id, pages }: FoundSpace) => ({
    type: 'space' as const,
    id,
    title: live.get(id)?.title ?? '',
    score: Math.max(...pages.map(({ score }) => score)),
    pages: pages.map(presentPage),
  })
}

/** The place of a page that has been deleted meanwhile. */
const nowhere: FoundLocation = { path: '', ancestors: [], description: '' }

function presentFoundPage(
  publicUrl: string,
  { id, title, space, score, rank }: FoundPage,
  { path, ancestors, description }: FoundLocation,
  answers: readonly FoundSection[],
) {
  const urls = { app: `${publicUrl}/v1/spaces/${space}/content/page/${id}` }
  const sections = answers.map((one) => ({ ...one, path: one.id === '' ? path : `${path}#${one.id}`, urls }))
  const above = ancestors.map((title) => ({ title }))
  return { id, title, description, path, score, rank, ancestors: above, urls, sections }
}
