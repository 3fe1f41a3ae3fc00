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
  text: string
  markdown: string
}

interface AiTables extends KitTables {
  site: { id: string; organization_id: string; agents_context: string; published: boolean }
  site_space: { id: string; site_id: string; space_id: string }
  /** What of a space is in the index, and what is to be (indexing/queue.ts). */
  indexed_space: QueuedSpace & {
    organization_id: string
    indexed_version: string
    try_at: Date
    parked_at: Date | null
    error: string | null
    /** Since when the index is behind, if it is. */
    wanted_at: Generated<Date>
    /** The index is behind. */
    pending: GeneratedAlways<boolean>
  }
  /** `revision` is the one from which the page was read; later revisions may have the same page. */
  page: { space_id: string; id: string; revision: string; title: string; sections: IndexedSection[]; vector: string }
}

export type Tables = AiTables & MemberTables & ProjectedAccessTables
export type Sql = Kysely<Tables>
