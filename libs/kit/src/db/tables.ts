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
  }
  projector_position: { one: Generated<boolean>; stream: string; sequence: string; resync: string | null }
  projected: { noun: string; key: string; version: string; removed: boolean; resync: string | null }
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
