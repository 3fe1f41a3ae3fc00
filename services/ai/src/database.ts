import type { MemberTables, ProjectedAccessTables } from '@quire/access'
import type { KitTables } from '@quire/kit'
import type { Generated, GeneratedAlways, Kysely } from 'kysely'
import type { QueuedSpace } from './indexing/queue.ts'

/** A section as it is stored. The titles above it follow from its page and the sections before it. */
export interface IndexedSection {
  /** The anchor on the page; empty for its introduction. */
  id: string
  /** 1 to 6 as the heading, 0 for the introduction. */
  level: number
  /** The title of the heading; empty for the introduction. */
  title: string
  markdown: string
}

interface AiTables extends KitTables {
  site: { id: string; organization_id: string; agents_context: string; published: boolean }
  site_space: { id: string; site_id: string; space_id: string }
  /** The table of libs/search, with ai's columns: the revision to be indexed (indexing/queue.ts). */
  search_space: QueuedSpace & {
    try_at: Date | null
    error: string | null
    indexed_version: Generated<string>
    /** Start of the time for which the index has been behind; meaningless if it is not. */
    wanted_at: Generated<Date>
    /** True if the index is behind. */
    pending: GeneratedAlways<boolean>
  }
  /** The content from which a space's questions were made (ask/questions/question-maker.ts). */
  question_set: { space_id: string; made_of: string | null; claimed_until: Date | null }
  /** Questions that pages answer, in the order of their space. `revision` is that of the page's row. */
  question: {
    space_id: string
    place: number
    organization_id: string
    page_id: string
    revision: string
    question: string
  }
  /** Phrases that pages equate (related/page-phrases.ts). `target` is the page that a link leads to, else empty. */
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
  /** Text of the indexed pages, for answers. `revision` is the one from which the page was read. */
  page: {
    space_id: string
    id: string
    revision: string
    title: string
    sections: IndexedSection[]
    /** The model that made the vectors of all sections of the page; null while they wait for vectors. */
    embedded_by: string | null
    /** Keys of the sections' vectors, in the order of the sections; null for an empty section. */
    section_keys: (Buffer | null)[] | null
  }
  /** Embeddings of section texts, one per organization, model and text; `key` is the hash of these three. */
  section_vector: {
    key: Buffer
    organization_id: string
    model: string
    /** A signed byte for each dimension; empty if the endpoint refuses the text. */
    vector: Buffer
    /** The time from which possibly no page uses the vector; null while one does. */
    unused_at: Date | null
  }
  /**
   * Spaces whose sections wait for vectors. `id` orders the queue; `changes` counts the changes that made the space
   * wait.
   */
  embedding_space: {
    id: string
    space_id: string
    changes: Generated<number>
    waits: Generated<boolean>
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** One row: the model that makes vectors now. */
  embedding_model: { is_current: boolean; model: string }
}

export type Tables = AiTables & MemberTables & ProjectedAccessTables
export type Sql = Kysely<Tables>
