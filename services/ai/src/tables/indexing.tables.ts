import type { Generated, GeneratedAlways } from 'kysely'

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

/** A space to be read, and the progress of reading it (`IndexedState` of libs/search). */
export interface QueuedSpace {
  space_id: string
  organization_id: string
  language: string | null
  /** The revision to be indexed; null if the space is deleted and its pages are to be dropped. */
  wanted: string | null
  wanted_version: string
  revision: string | null
  target: string | null
  /** The version of the event that named the target; null if a kill prevented that it was recorded. */
  target_version: string | null
  after_page: string | null
  indexed_version: string
  attempts: number
}

/** Spaces, their pages and phrases, as the indexer reads them. */
export interface IndexingTables {
  /** The table of libs/search, with ai's columns: the revision to be indexed (indexing/queue.ts). */
  search_space: QueuedSpace & {
    try_at: Date | null
    error: string | null
    indexed_version: Generated<string>
    /** Start of the time for which the index has been behind; meaningless if it is not. */
    wanted_at: Generated<Date>
    /** True if the index is behind. */
    pending: GeneratedAlways<boolean>
    /** The account that the work counts for, and its origin (docs/adr/0029). */
    account: Generated<string>
    origin: Generated<string>
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
}
