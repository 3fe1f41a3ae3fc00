import type { SearchContext } from './context.ts'
import { type LiveSpace, type PageTreeRoot, pathsOf } from './live-spaces.ts'
import { answeringSections, type FoundSection, loadSections } from './load-sections.ts'
import type { FoundPage, FoundSpace } from './search-pages.ts'

/** The answering sections of pages whose text differs between visitors. */
type OwnSections = ReadonlyMap<FoundPage, readonly FoundSection[]>

/** Creates the presenter of found pages, with their paths in the live content of their spaces. */
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
  const paths = await pathsOf(context, live, found)
  return (page: FoundPage) => {
    const answers = own.get(page) ?? answeringSections(page.title, sections.get(page.document) ?? [], page.sections)
    return presentFoundPage(deps.publicUrl, page, paths.get(page) ?? '', answers)
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
    id,
    title: live.get(id)?.title ?? '',
    pages: pages.map(presentPage),
  })
}

function presentFoundPage(publicUrl: string, found: FoundPage, path: string, answers: readonly FoundSection[]) {
  const urls = { app: `${publicUrl}/v1/spaces/${found.space}/content/page/${found.id}` }
  const sections = answers.map(({ id, title, body }) => ({
    ...{ id, title, path: id === '' ? path : `${path}#${id}`, body, urls },
  }))
  return { id: found.id, title: found.title, path, urls, sections }
}
