import type { EventEnvelope } from '@quire/contracts'
import type { Generated } from 'kysely'

/** The kit's own tables, as rows. */
export interface KitTables {
  outbox: {
    id: string
    envelope: EventEnvelope
    revokes: string | null
    created_at: Generated<Date>
    published_at: Date | null
    /** The stream that took the event, and its place there. */
    stream: Generated<string | null>
    sequence: Generated<string | null>
  }
  projector_position: {
    one: Generated<boolean>
    stream: string
    sequence: string
    resync: string | null
    /** The id of the event at `sequence`. */
    message: Generated<string | null>
    /** Projectors of an earlier schema must not continue from this position. */
    schema: number
  }
  projected: {
    noun: string
    key: string
    epoch: Generated<string>
    version: string
    removed: boolean
    resync: string | null
  }
  /** One row about the database itself (docs/adr/0040). */
  incarnation: {
    one: Generated<boolean>
    /** Raised whenever the database may have lost what it had published; every event carries it. */
    epoch: string
    /** The cluster, its timeline, which changes with a promotion, and the database, which changes with a restore. */
    lineage: string
    /** When the database server started. */
    started: string
    /** Up to where the events of this owner in the stream are known to be in the outbox. */
    stream: string
    sequence: string
    /** The run in which this owner still has to repeat its states by itself. */
    owed: string | null
  }
  dead_letter: { sequence: string; envelope: EventEnvelope; error: string; created_at: Generated<Date> }
  resync_run: { run: string; server: string; kept_at: Generated<Date>; ended: Generated<boolean> }
  idempotency_key: {
    caller: string
    operation: string
    key: string
    request_hash: string
    status: number | null
    reply: unknown
    created_at: Generated<Date>
  }
}
