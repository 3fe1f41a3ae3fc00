import type { Kysely } from 'kysely'
import type { Position } from '../bus/position.ts'
import type { KitTables } from '../db/tables.ts'
import { ResyncState } from './control.ts'

export interface StoredPosition extends Position {
  /** The id of the event at the sequence; undefined if it is not known. */
  message: string | undefined
  resync: ResyncState
}

/** The stored position, and the earliest schema whose projector may continue from it. */
export interface FoundPosition extends StoredPosition {
  schema: number
}

/** Reads the position of a service's projections in the stream; a service has no other one. */
export async function readPosition(sql: Kysely<KitTables>): Promise<FoundPosition | undefined> {
  const row = await sql.selectFrom('projector_position').selectAll().executeTakeFirst()
  if (!row) return undefined
  return {
    stream: row.stream,
    sequence: Number(row.sequence),
    message: row.message ?? undefined,
    schema: row.schema,
    resync: ResyncState.parse(JSON.parse(row.resync ?? '{}')),
  }
}

/** Stores a position to start over from, and replaces any other. `schema` is that of the projector. */
export async function resetPosition(
  sql: Kysely<KitTables>,
  { stream, sequence, message, resync }: StoredPosition,
  schema: number,
): Promise<void> {
  const row = { stream, sequence: String(sequence), message: message ?? null, resync: JSON.stringify(resync) }
  await sql
    .insertInto('projector_position')
    .values({ ...row, schema })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}

/** Thrown if the row differs from the position that this leader read: another process leads, and the batch must not commit. */
export class Deposed extends Error {}

/** Moves the position from exactly `from`; throws `Deposed` if the row differs. */
export async function advancePosition(sql: Kysely<KitTables>, from: Position, to: StoredPosition): Promise<void> {
  const result = await sql
    .updateTable('projector_position')
    .set({ sequence: String(to.sequence), message: to.message ?? null, resync: JSON.stringify(to.resync) })
    .where('stream', '=', from.stream)
    .where('sequence', '=', String(from.sequence))
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) throw new Deposed('the position was moved by another leader')
}
