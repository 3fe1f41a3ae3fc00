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
  /** What they are shown of some pages of these spaces, with so many texts at most; absent: all of them. */
  shown?<Page extends FoundPage>(pages: readonly Page[], texts?: number): Promise<Shown<Page>>
}

interface Shown<Page> {
  /** Those that they are shown whole. */
  whole: Page[]
  /** Those of which they are shown a part, with that part. */
  partly: { page: Page; markdown: string }[]
}

/** A member reads what they have a right to at this moment, as it was written. */
export const memberReader = (member: Member): Reader => ({
  organizationId: member.organizationId,
  spaces: (among) => readableSpaceIds({ member, ...(among && { where: raw`s.id = any(${[...among]}::text[])` }) }),
})
