import type { publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { caughtUp } from '../search/catching-up.ts'
import { readLive } from '../search/live-pages.ts'
import { readSearchable } from '../search/searchable.ts'
import { answering, loadSections } from '../search/sections.ts'
import { type PageForVisitor, searchForVisitor } from './visitor-search.ts'

type Search = ContentContext & Input<typeof publishedPageOperations.searchPublishedSpaces>

/**
 * The best live pages of these spaces as a visitor is shown them, each with the sections that answer; hidden and noIndex
 * pages are not found.
 */
export async function searchPublished(context: Search) {
  const { sql, deps, params, body, signal } = context
  const organization = params.organizationId
  const asked = raw`(select unnest(${body.spaces}::text[]))`
  const { readable, ...known } = await readSearchable(sql, organization, asked)
  if (readable.length === 0) return { pages: [] }
  const version = await caughtUp(context, deps.search.bring, organization, known)
  const { claims, query, limit } = body
  const searched = { organization, version, readable, signal }
  const { found } = await searchForVisitor(context, searched, { claims, query, enough: limit })
  const stored = await storedSections(context, found)
  return {
    pages: found.map(({ page, sections = answering(page.title, stored.get(page.document) ?? [], page.sections) }) => ({
      ...{ space: page.space, id: page.id, title: page.title, sections },
    })),
  }
}

/** Of those whose text is the same for everybody. */
async function storedSections({ sql, deps }: Search, found: readonly PageForVisitor[]) {
  const forAll = found.flatMap(({ page, sections }) => (sections ? [] : page))
  const live = await readLive(sql, { ids: [...new Set(forAll.map(({ space }) => space))] })
  const stores = new Map(live.map(({ id, store }) => [id, store]))
  const wanted = forAll.map(({ space, document }) => ({ store: stores.get(space) ?? '', document }))
  return loadSections(sql, deps.search.sections, wanted)
}
