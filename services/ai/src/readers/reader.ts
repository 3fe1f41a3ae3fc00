import { type Member, readableSpaceIds } from '@quire/access'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** A page that a search found. `document` is the revision from which the page was read. */
export interface FoundPage {
  space: string
  id: string
  document: string
}

/** The member or visitor who asks: decides which pages may answer. */
export interface Reader {
  organizationId: string
  /** The readable spaces, as a subquery of `id`s; only those in `among` if it is given. */
  spaces(among?: readonly string[]): RawBuilder<{ id: string }>
  /**
   * Returns what is visible of these pages, with the text of at most `texts` partly visible ones; absent if all is
   * visible.
   */
  visiblePages?<Page extends FoundPage>(pages: readonly Page[], texts?: number): Promise<VisiblePages<Page>>
}

interface VisiblePages<Page> {
  /** Pages that are visible as a whole. */
  whole: Page[]
  /** Pages of which a part is visible, with the markdown of that part. */
  partly: { page: Page; markdown: string }[]
}

/** A member: reads the spaces that they have a right to now, and sees their pages as they were written. */
export const memberReader = (member: Member): Reader => ({
  organizationId: member.organizationId,
  spaces: (among) => readableSpaceIds({ member, ...(among && { where: raw`s.id = any(${[...among]}::text[])` }) }),
})

type SpaceColumn = `${'page' | 'search_space' | 'question' | 'space'}.space_id`

/**
 * True of spaces that an answer to a reader may quote: the reader may read them, and no site excludes agents. As an
 * array the readable spaces are computed once; as a subquery they would be computed for each row while the planner has
 * few statistics of a new index.
 */
export const answerable = (reader: Reader, column: SpaceColumn) =>
  raw<boolean>`${raw.ref(column)} = any(array${reader.spaces()}) and ${included(raw.ref(column))}`

/** True if no site excludes agents from the space. */
export const included = (space: RawBuilder<unknown>) => raw<boolean>`not exists (
    select from site_space join site on site.id = site_space.site_id
    where site_space.space_id = ${space} and site.agents_context = 'excluded')`

/** Returns those of `spaces` that an answer to a reader may quote. */
export async function answerableAmong(sql: Sql, reader: Reader, spaces: readonly string[]): Promise<string[]> {
  if (spaces.length === 0) return []
  const { rows } = await raw<{ id: string }>`
    select id from ${reader.spaces(spaces)} readable where ${included(raw.ref('readable.id'))}`.execute(sql)
  return rows.map(({ id }) => id)
}
