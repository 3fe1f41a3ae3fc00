import { type Member, readableSpaceIds } from '@quire/access'
import type { SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import type { IndexedSection, Sql } from '../database.ts'
import { type TitledSection, titled } from '../indexing/titled.ts'

/** A section that may answer, with where it stands. */
export interface Passage extends TitledSection {
  spaceId: string
  /** A revision of the space that has this text. */
  revision: string
  pageId: string
  pageTitle: string
  /** 0 to 1: how much of the question the section covers. */
  confidence: number
}

interface RetrievalParts {
  sql: Sql
  index: SearchIndex
}

type FoundPage = Awaited<ReturnType<SearchIndex['search']>>['pages'][number]

const pagesRead = 8
/** A page may change between the search and the reading of what is kept of it; then the search is done again. */
const mostSearches = 3

/**
 * The passages that answer a question best. Permission comes first: only pages of spaces that the member may read, and
 * that no site keeps from agents, are candidates at all (docs/adr/0008).
 */
export async function retrieve({ sql, index }: RetrievalParts, member: Member, question: string): Promise<Passage[]> {
  for (let searches = 1; ; searches++) {
    const { version, readable } = await readAnswerable(sql, member)
    const { pages } = await index.search({
      ...{ organization: member.organizationId, version, readable, text: question },
      options: { order: 'best-first', limit: pagesRead, described: { from: 0, to: pagesRead } },
    })
    const kept = await readKept(sql, pages)
    if (kept.length === pages.length || searches === mostSearches) return passagesOf(pages, kept)
  }
}

/** What a question of this member is searched in, in one statement: their spaces, in an index of at least this version. */
async function readAnswerable(sql: Sql, member: Member): Promise<{ version: number; readable: string[] }> {
  const { organizationId } = member
  const { rows } = await raw<{ version: number; readable: string[] }>`
    select coalesce((select version from search_index where organization_id = ${organizationId}), 0)::float8 as version,
      coalesce(array_agg(space_id), '{}') as readable
    from search_space where organization_id = ${organizationId} and ${answerable(member, 'search_space.space_id')}`.execute(
    sql,
  )
  return rows[0] ?? { version: 0, readable: [] }
}

/** Which spaces an answer to a member may quote: those that they may read and that no site keeps from agents. */
export const answerable = (member: Member, column: 'page.space_id' | 'search_space.space_id') =>
  raw<boolean>`${raw.ref(column)} in ${readableSpaceIds({ member })} and not exists (
    select from site_space join site on site.id = site_space.site_id
    where site_space.space_id = ${raw.ref(column)} and site.agents_context = 'excluded')`

interface KeptPage {
  space: string
  id: string
  sections: IndexedSection[]
  revision: string
}

/** What is kept of the pages, of those that are still as they were found. */
async function readKept(sql: Sql, pages: readonly FoundPage[]): Promise<KeptPage[]> {
  if (pages.length === 0) return []
  const found = pages.map(({ space, id, document }) => ({ space, id, document }))
  // While a space is being read, some of its pages are of a newer revision than others.
  const { rows } = await raw<KeptPage>`
    select space, page.id, page.sections, case
      when page.revision = search_space.target then page.revision
      else coalesce(search_space.revision, page.revision) end as revision
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(space text, id text, document text)
    join page on page.space_id = space and page.id = found.id and page.revision = document
    join search_space on search_space.space_id = space`.execute(sql)
  return rows
}

/** The best first: how well a section answers by itself, and how good its page is. */
function passagesOf(pages: readonly FoundPage[], kept: readonly KeptPage[]): Passage[] {
  const keptOf = new Map(kept.map((page) => [`${page.space}/${page.id}`, page]))
  const ranked = pages.flatMap((page) => {
    const { sections = [], revision = '' } = keptOf.get(`${page.space}/${page.id}`) ?? {}
    const all = titled(page.title, sections)
    return page.sections.flatMap(({ index, coverage, relevance }) => {
      const section = all[index]
      if (!section) return []
      const place = { spaceId: page.space, revision, pageId: page.id, pageTitle: page.title }
      return [{ passage: { ...section, ...place, confidence: coverage }, score: relevance * page.score }]
    })
  })
  return ranked.toSorted((one, other) => other.score - one.score).map(({ passage }) => passage)
}
