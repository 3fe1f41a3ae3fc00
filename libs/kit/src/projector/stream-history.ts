import type { JsMsg } from '@nats-io/jetstream'
import { EventEnvelope } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { type Bus, storedEvent, streamIdentity } from '../bus/bus.ts'
import { covers, type Position } from '../bus/position.ts'
import type { KitTables } from '../db/tables.ts'
import { readPosition, type StoredPosition } from './stored-position.ts'

type Stream = Awaited<ReturnType<typeof streamIdentity>>

/**
 * True if a stored position is one of the present stream: the stream has the event after it, and still has the very event
 * that it lies at. A stream that has lost its end uses the same sequences again.
 */
export async function isInStream(
  bus: Bus,
  { stream: id, sequence, message }: Pick<StoredPosition, 'stream' | 'sequence' | 'message'>,
  stream: Stream,
): Promise<boolean> {
  if (id !== stream.id || sequence > stream.last || sequence + 1 < stream.first) return false
  return message === undefined || sequence < stream.first || message === (await eventAt(bus, sequence))
}

/** Returns the position of the stream's last event at this moment; undefined if the broker does not answer. */
export async function streamEnd(bus: Bus): Promise<Position | undefined> {
  if (!bus.isAnswering()) return undefined
  const stream = await streamIdentity(bus).catch(() => undefined)
  return stream && { stream: stream.id, sequence: stream.last }
}

/**
 * True if the row of this service's position is at or past `position`, in the present stream: the leader's announcement of
 * it may have been missed. False while the broker does not answer.
 */
export async function isStoredPast(bus: Bus, sql: Kysely<KitTables>, position: Position): Promise<boolean> {
  const stored = await readPosition(sql)
  if (!stored || !covers(stored, position) || !bus.isAnswering()) return false
  const isThere = async () => isInStream(bus, stored, await streamIdentity(bus))
  return isThere().catch(() => false)
}

/** Returns the id of the event at a sequence; undefined if there is none. */
export async function eventAt(bus: Bus, sequence: number): Promise<string | undefined> {
  if (sequence === 0) return undefined
  const found = await storedEvent(bus, { seq: sequence })
  return found && parseEnvelope(bus, found).id
}

/** Parses an envelope; an invalid one becomes an envelope without content, of the type that its subject names. */
export function parseEnvelope(bus: Bus, message: Pick<JsMsg, 'json' | 'subject'>): EventEnvelope {
  try {
    return EventEnvelope.parse(message.json())
  } catch {
    return { id: '', type: bus.eventType(message.subject), key: '', version: 0, at: '', data: null }
  }
}
