import type { publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { visitorWith } from '../pages/readers.ts'
import { caughtUp } from '../search/catching-up.ts'
import { textsForAll } from '../search/conditional-texts.ts'
import { readLive } from '../search/live-pages.ts'
import type { FoundPage } from '../search/search.ts'
import { readSearchable } from '../search/searchable.ts'
import { answering, loadSections } from '../search/sections.ts'
import { searchShown } from './search-shown.ts'

type Search = ContentContext & Input<typeof publishedPageOperations.searchPublishedSpaces>

/**
 * The best live pages of these spaces, each with the sections that answer; hidden and noIndex pages are not found. The
 * index holds what is for any visitor, so pages that it finds are searched again by what this one is shown of them.
 */
export async function searchPublished(context: Search) {
  const { sql, deps, params, body, signal } = context
  const { index, bring } = deps.search
  const organization = params.organizationId
  const asked = raw`(select unnest(${body.spaces}::text[]))`
  const { readable, ...known } = await readSearchable(sql, organization, asked)
  if (readable.length === 0) return { pages: [] }
  const version = await caughtUp(context, bring, organization, known)
  const { pages } = await index.search({
    ...{ organization, version, readable, signal, text: body.query },
    options: { prefixLast: true, limit: body.limit, described: { from: 0, to: body.limit } },
  })
  const sections = await sectionsFor(context, pages)
  return {
    pages: pages.flatMap((page) => {
      const found = sections.get(page)
      return found ? [{ space: page.space, id: page.id, title: page.title, sections: found }] : []
    }),
  }
}

/** The sections that answer, of those pages that answer with what the visitor is shown. */
async function sectionsFor(context: Search, pages: readonly FoundPage[]) {
  const { sql, deps, body } = context
  const live = await readLive(sql, { ids: [...new Set(pages.map(({ space }) => space))] })
  const stores = new Map(live.map(({ id, store }) => [id, store]))
  const wanted = pages.map(({ space, document }) => ({ store: stores.get(space) ?? '', document }))
  const forAll = await textsForAll(sql, deps.search.conditional, wanted)
  const stored = await loadSections(sql, deps.search.sections, wanted)
  const isForAll = ({ document }: FoundPage) => document === '' || forAll.has(document)
  const found = new Map(
    pages
      .filter(isForAll)
      .map((page) => [page, answering(page.title, stored.get(page.document) ?? [], page.sections)] as const),
  )
  const search = { visitor: visitorWith(body.claims), query: body.query }
  for (const space of live) {
    const others = pages.filter((page) => page.space === space.id && !isForAll(page))
    for (const [page, answer] of await searchShown(context, space, others, search)) found.set(page, answer)
  }
  return found
}
