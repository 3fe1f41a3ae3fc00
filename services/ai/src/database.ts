import type { MemberTables, ProjectedAccessTables } from '@quire/access'
import type { KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'

/** A section as it is retrieved and cited. */
export interface IndexedSection {
  /** The anchor on the page; empty for its introduction. */
  id: string
  /** From the page's title down to the section's own. */
  titles: string[]
  text: string
  markdown: string
}

export interface AiTables extends KitTables {
  site: { id: string; organization_id: string; agents_context: string; published: boolean }
  site_space: { id: string; site_id: string; space_id: string }
  /** What of a space is in the index: the revision that was told last, and the one that was read last. */
  indexed_space: { space_id: string; organization_id: string; wanted: string; indexed: string | null }
  page: { space_id: string; id: string; title: string; sections: IndexedSection[]; vector: string }
}

export type Tables = AiTables & MemberTables & ProjectedAccessTables
export type Sql = Kysely<Tables>
