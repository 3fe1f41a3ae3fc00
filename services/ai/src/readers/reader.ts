import { type Member, readableSpaceIds } from '@quire/access'
import { type RawBuilder, sql as raw } from 'kysely'

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
