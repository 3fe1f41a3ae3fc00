import type { StoredSection } from '@quire/search'
import type { ContentContext } from '../context.ts'
import { type LivePages, type LiveSpace, pathsOf } from './live-pages.ts'
import type { FoundPage, FoundSpace } from './search.ts'
import { answering, loadSections } from './sections.ts'

/** Shows found pages as the interface does, with the paths that they have in the live content of their spaces. */
export async function showing(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  live: ReadonlyMap<string, LivePages>,
  found: readonly FoundPage[],
) {
  const { sql, deps } = context
  const wanted = found.flatMap(({ space, document }) => {
    const store = live.get(space)?.store
    return store === undefined ? [] : { store, document }
  })
  const sections = await loadSections(sql, deps.search.sections, wanted)
  const paths = await pathsOf(context, live, found)
  return (page: FoundPage) => showPage(deps.publicUrl, page, paths.get(page) ?? '', sections.get(page.document) ?? [])
}

/** The same for spaces with their found pages. */
export async function showingSpaces(
  context: Parameters<typeof showing>[0],
  live: ReadonlyMap<string, LiveSpace>,
  found: readonly FoundSpace[],
) {
  const show = await showing(
    context,
    live,
    found.flatMap(({ pages }) => pages),
  )
  return ({ spaceId: id, pages }: FoundSpace) => ({ id, title: live.get(id)?.title ?? '', pages: pages.map(show) })
}

function showPage(publicUrl: string, found: FoundPage, path: string, stored: readonly StoredSection[]) {
  const urls = { app: `${publicUrl}/v1/spaces/${found.space}/content/page/${found.id}` }
  const sections = answering(found.title, stored, found.sections).map(({ id, title, body }) => ({
    ...{ id, title, path: id === '' ? path : `${path}#${id}`, body, urls },
  }))
  return { id: found.id, title: found.title, path, urls, sections }
}
