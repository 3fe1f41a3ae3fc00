import type { Kysely } from 'kysely'
import type { Position } from '../bus/positions.ts'
import type { KitTables } from '../db/tables.ts'
import { ResyncState } from './control.ts'

export interface StoredPosition extends Position {
  resync: ResyncState
}

/** The only cursor of a service: where its projections stand in the stream. */
export async function readPosition(sql: Kysely<KitTables>): Promise<StoredPosition | undefined> {
  const row = await sql.selectFrom('projector_position').selectAll().executeTakeFirst()
  if (!row) return undefined
  return {
    stream: row.stream,
    sequence: Number(row.sequence),
    resync: ResyncState.parse(JSON.parse(row.resync ?? '{}')),
  }
}

/** Starts over at `position`, whatever was there before. */
export async function resetPosition(
  sql: Kysely<KitTables>,
  { stream, sequence, resync }: StoredPosition,
): Promise<void> {
  const row = { stream, sequence: String(sequence), resync: JSON.stringify(resync) }
  await sql
    .insertInto('projector_position')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}

/** The row no longer says what this leader read: another leads now, and this batch must not commit. */
export class Deposed extends Error {}

/** Moves on from exactly `from`; throws `Deposed` where the row says something else. */
export async function advancePosition(sql: Kysely<KitTables>, from: Position, to: StoredPosition): Promise<void> {
  const result = await sql
    .updateTable('projector_position')
    .set({ sequence: String(to.sequence), resync: JSON.stringify(to.resync) })
    .where('stream', '=', from.stream)
    .where('sequence', '=', String(from.sequence))
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) throw new Deposed('the position was moved by another leader')
}
