import type { EventDefinition, EventEnvelope, Noun } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import { type ZodType, z } from 'zod'
import type { KitTables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { activeSpan } from '../tracing/active-span.ts'

/** One row of the outbox before it is written. */
export interface OutboxRow {
  id: string
  envelope: EventEnvelope
  revokes: string | null
}

/** Emits the present state of a thing, or its removal. The event commits or rolls back with the write. */
export type Emit = <Data extends ZodType>(event: EventDefinition<Data>, data: z.input<Data>) => void

const maxEventBytes = 64 * 1024

/** Collects the events of one transaction; parsing here keeps invalid events out of the stream. */
export function collector() {
  const rows: OutboxRow[] = []
  const emit: Emit = (event, data) => {
    rows.push(outboxRow(event, data))
  }
  return { rows, emit }
}

/** Builds the row of one event; `repeated` names the run that repeats a state, and the epoch of the database. */
export function outboxRow<Data extends ZodType>(
  event: EventDefinition<Data>,
  data: z.input<Data>,
  repeated?: { resync: string; epoch: number },
): OutboxRow {
  const parsed: unknown = event.data.parse(data)
  const isRemoval = event.type === event.noun.removed.type
  const { key, version } = identify(event.noun, parsed, isRemoval)
  const id = newId()
  const envelope = {
    id,
    type: event.type,
    key,
    version,
    at: new Date().toISOString(),
    data: parsed,
    ...repeated,
  }
  if (Buffer.byteLength(JSON.stringify(envelope)) > maxEventBytes) throw new Error(`${event.type} ${key} exceeds 64 kB`)
  return { id, envelope, revokes: isRemoval && event.noun.revokes ? `${event.noun.name}.${key}` : null }
}

const Versioned = z.looseObject({ version: z.number().int() })
const Keyed = z.object({ key: z.string(), version: z.number().int() })

function identify(noun: Noun, data: unknown, isRemoval: boolean) {
  if (isRemoval) return Keyed.parse(data)
  return { key: noun.key(data as Record<string, unknown>), version: Versioned.parse(data).version }
}

/**
 * Writes rows inside the transaction that `sql` belongs to: one statement and three parameters for any number of rows.
 * Stamps their envelopes with the epoch of the database, and with the trace that the write belongs to.
 */
export async function writeOutbox(sql: Kysely<KitTables>, rows: OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  const traceparent = activeSpan()?.traceparent
  if (traceparent !== undefined) for (const { envelope } of rows) envelope.traceparent = traceparent
  const ids = rows.map(({ id }) => id)
  const envelopes = rows.map(({ envelope }) => JSON.stringify(envelope))
  const revoked = rows.map(({ revokes }) => revokes)
  const stamped = await raw<{ epoch: string }>`
    with present as (select epoch from incarnation), written as (
      insert into outbox (id, envelope, revokes)
      select id, envelope || jsonb_build_object('epoch', present.epoch), revokes
      from present, unnest(${ids}::text[], ${envelopes}::jsonb[], ${revoked}::text[]) as row (id, envelope, revokes)
    )
    select epoch from present`.execute(sql)
  const epoch = Number(stamped.rows[0]?.epoch)
  for (const { envelope } of rows) envelope.epoch = epoch
}
