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
  /** What the pages say of words (related/learn.ts). `target` is the page that a link leads to, else empty. */
  phrase: {
    space_id: string
    page_id: string
    organization_id: string
    key: string
    kind: string
    means: string
    target: string
    section: string
  }
  /** What answers show of the pages that are indexed. `revision` is the one from which the page was read. */
  page: {
    space_id: string
    id: string
    revision: string
    title: string
    sections: IndexedSection[]
    /** The model that made the vectors of all its sections; null: they wait for theirs. */
    embedded_by: string | null
    /** The vectors of its sections, in their order; null for an empty one. */
    section_keys: (Buffer | null)[] | null
  }
  /** What texts of sections mean. Each is kept once for its organization, model and text, of which `key` is made. */
  section_vector: {
    key: Buffer
    organization_id: string
    model: string
    /** A signed byte for each dimension; empty where the endpoint refuses the text. */
    vector: Buffer
    /** Since when no page may have it any more. */
    unused_at: Date | null
  }
  /** Spaces whose sections wait for vectors; `id` is their place in the line, and `changes` counts what made them wait. */
  embedding_space: {
    id: string
    space_id: string
    changes: Generated<number>
    waits: Generated<boolean>
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** One row: the model that vectors are made by. */
  embedding_model: { is_current: boolean; model: string }
}

export type Tables = AiTables & MemberTables & ProjectedAccessTables
export type Sql = Kysely<Tables>
