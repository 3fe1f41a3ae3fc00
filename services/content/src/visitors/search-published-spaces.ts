import type { publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { sql as raw } from 'kysely'
import { catchUpIndex } from '../search/catch-up-index.ts'
import { readLiveSpaces } from '../search/live-spaces.ts'
import { answeringSections, loadSections } from '../search/load-sections.ts'
import { readSearchableSpaces } from '../search/spaces-to-search.ts'
import type { VisitorsContext } from './context.ts'
import { type PageForVisitor, searchForVisitor } from './search-for-visitor.ts'

type Search = VisitorsContext & Input<typeof publishedPageOperations.searchPublishedSpaces>

/**
 * Searches the live pages of spaces for a visitor: the best pages, each with its answering sections. Hidden and noIndex
 * pages are not found.
 */
export async function searchPublishedSpaces(context: Search) {
  const { sql, deps, params, body, signal } = context
  const organization = params.organizationId
  const spaceIds = raw`(select unnest(${body.spaces}::text[]))`
  const { readable, ...known } = await readSearchableSpaces(sql, organization, spaceIds)
  if (readable.length === 0) return { pages: [] }
  const version = await catchUpIndex(context, deps.search.indexSpace, organization, known)
  const { claims, query, limit } = body
  const searched = { organization, version, readable, signal }
  const { found } = await searchForVisitor(context, searched, { claims, query, enough: limit })
  const stored = await storedSections(context, found)
  return {
    pages: found.map(
      ({ page, sections = answeringSections(page.title, stored.get(page.document) ?? [], page.sections) }) => ({
        ...{ space: page.space, id: page.id, title: page.title, sections },
      }),
    ),
  }
}

/** Loads the stored sections of the found pages whose text is the same for everybody. */
async function storedSections({ sql, deps }: Search, found: readonly PageForVisitor[]) {
  const forAll = found.flatMap(({ page, sections }) => (sections ? [] : page))
  const live = await readLiveSpaces(sql, { ids: [...new Set(forAll.map(({ space }) => space))] })
  const stores = new Map(live.map(({ id, store }) => [id, store]))
  const wanted = forAll.map(({ space, document }) => ({ store: stores.get(space) ?? '', document }))
  return loadSections(sql, deps.search.sections, wanted)
}
