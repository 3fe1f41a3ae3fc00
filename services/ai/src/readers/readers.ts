import { type Member, readableSpaceIds } from '@quire/access'
import { type RawBuilder, sql as raw } from 'kysely'

/** A page as the index found it; `document` is the revision from which it was read. */
export interface FoundPage {
  space: string
  id: string
  document: string
}

/** Who asks, as far as it decides which pages may answer. */
export interface Reader {
  organizationId: string
  /** The spaces that they may read, as a subquery of `id`s; where some are named, those of these. */
  spaces(among?: readonly string[]): RawBuilder<{ id: string }>
  /** Those of some pages of these spaces that they are shown; absent: all of them. */
  shown?<Page extends FoundPage>(pages: readonly Page[]): Promise<Page[]>
}

/** A member reads what they have a right to at this moment, as it was written. */
export const memberReader = (member: Member): Reader => ({
  organizationId: member.organizationId,
  spaces: (among) => readableSpaceIds({ member, ...(among && { where: raw`s.id = any(${[...among]}::text[])` }) }),
})
