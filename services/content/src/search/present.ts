import type { ContentContext } from '../context.ts'
import { type LivePages, type LiveSpace, pathsOf } from './live-pages.ts'
import type { FoundPage, FoundSpace } from './search.ts'
import { answering, type FoundSection, loadSections } from './sections.ts'

/** What answers of pages that say another thing to others than to who searches. */
type OwnSections = ReadonlyMap<FoundPage, readonly FoundSection[]>

/** Shows found pages as the interface does, with the paths that they have in the live content of their spaces. */
export async function showing(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  live: ReadonlyMap<string, LivePages>,
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
    const shown = own.get(page) ?? answering(page.title, sections.get(page.document) ?? [], page.sections)
    return showPage(deps.publicUrl, page, paths.get(page) ?? '', shown)
  }
}

/** The same for spaces with their found pages. */
export async function showingSpaces(
  context: Parameters<typeof showing>[0],
  live: ReadonlyMap<string, LiveSpace>,
  found: readonly FoundSpace[],
  own?: OwnSections,
) {
  const show = await showing(
    context,
    live,
    found.flatMap(({ pages }) => pages),
    own,
  )
  return ({ spaceId: id, pages }: FoundSpace) => ({ id, title: live.get(id)?.title ?? '', pages: pages.map(show) })
}

function showPage(publicUrl: string, found: FoundPage, path: string, answers: readonly FoundSection[]) {
  const urls = { app: `${publicUrl}/v1/spaces/${found.space}/content/page/${found.id}` }
  const sections = answers.map(({ id, title, body }) => ({
    ...{ id, title, path: id === '' ? path : `${path}#${id}`, body, urls },
  }))
  return { id: found.id, title: found.title, path, urls, sections }
}
