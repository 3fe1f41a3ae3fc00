import type { MemberTables, ProjectedAccessTables } from '@quire/access'
import type { KitTables } from '@quire/kit'
import type { Generated, GeneratedAlways, Kysely } from 'kysely'
import type { QueuedSpace } from './indexing/queue.ts'

/** A section as it is kept. The titles above it follow from its page and the sections before it. */
export interface IndexedSection {
  /** The anchor on the page; empty for its introduction. */
  id: string
  /** 1 to 6 as the heading, 0 for the introduction. */
  level: number
  /** The heading's; empty for the introduction. */
  title: string
  markdown: string
}

interface AiTables extends KitTables {
  site: { id: string; organization_id: string; agents_context: string; published: boolean }
  site_space: { id: string; site_id: string; space_id: string }
  /** The library's table, with what ai adds to it: which revision is to be indexed (indexing/queue.ts). */
  search_space: QueuedSpace & {
    try_at: Date | null
    error: string | null
    indexed_version: Generated<string>
    /** Since when the index is behind, if it is. */
    wanted_at: Generated<Date>
    /** The index is behind. */
    pending: GeneratedAlways<boolean>
  }
  /** What the questions of a space were made of (ask/questions/maker.ts). */
  question_set: { space_id: string; made_of: string | null; claimed_until: Date | null }
  /** Questions that pages answer, by their place in their space. `revision` is that of the page's row. */
  question: {
    space_id: string
    place: number
    organization_id: string
    page_id: string
    revision: string
    question: string
  }
  /** What answers show of the pages that are indexed. `revision` is the one from which the page was read. */
  page: { space_id: string; id: string; revision: string; title: string; sections: IndexedSection[] }
}

export type Tables = AiTables & MemberTables & ProjectedAccessTables
export type Sql = Kysely<Tables>
