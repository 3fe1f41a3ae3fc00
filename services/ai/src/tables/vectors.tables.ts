import type { Generated } from 'kysely'

/** Vectors of sections, and the queue of spaces that wait for theirs. */
export interface VectorTables {
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
    /** The time until which nothing of the space is embedded, because whoever it is of has had all of the day. */
    next_at: Generated<Date>
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** Tokens that were embedded on a day of an organization, an account or an address (`holder`), as they are estimated. */
  embedding_usage: { holder: string; day: string; tokens: string }
  /** One row: the model that makes vectors now. */
  embedding_model: { is_current: boolean; model: string }
}
