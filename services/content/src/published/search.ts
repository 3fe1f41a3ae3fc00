import type { publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { caughtUp } from '../search/catching-up.ts'
import { readLive } from '../search/live-pages.ts'
import { readSearchable } from '../search/searchable.ts'
import { answering, loadSections } from '../search/sections.ts'

type Search = ContentContext & Input<typeof publishedPageOperations.searchPublishedSpaces>

/** The best live pages of these spaces, each with the sections that answer; hidden and noIndex pages are not found. */
export async function searchPublished({ sql, deps, params, body, signal }: Search) {
  const { index, bring, sections: cache } = deps.search
  const organization = params.organizationId
  const asked = raw`(select unnest(${body.spaces}::text[]))`
  const { readable, ...known } = await readSearchable(sql, organization, asked)
  if (readable.length === 0) return { pages: [] }
  const version = await caughtUp({ sql }, bring, organization, known)
  const { pages } = await index.search({
    ...{ organization, version, readable, signal, text: body.query },
    options: { prefixLast: true, limit: body.limit, described: { from: 0, to: body.limit } },
  })
  const live = await readLive(sql, { ids: [...new Set(pages.map(({ space }) => space))] })
  const stores = new Map(live.map(({ id, store }) => [id, store]))
  const wanted = pages.map(({ space, document }) => ({ store: stores.get(space) ?? '', document }))
  const sections = await loadSections(sql, cache, wanted)
  return {
    pages: pages.map(({ space, id, title, document, sections: found }) => ({
      ...{ space, id, title },
      sections: answering(title, sections.get(document) ?? [], found),
    })),
  }
}
