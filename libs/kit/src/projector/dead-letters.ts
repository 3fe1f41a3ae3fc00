import type { EventEnvelope } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { applyEnvelopes, type Projections } from './apply-envelopes.ts'
import { ResyncState } from './control.ts'

/** Parks a message that cannot be applied, with its error; states contain no text and no secret. */
export async function park(
  sql: Kysely<KitTables>,
  sequence: number,
  envelope: EventEnvelope,
  error: unknown,
): Promise<void> {
  const row = {
    sequence: String(sequence),
    envelope: JSON.stringify(envelope) as unknown as EventEnvelope,
    error: String(error).slice(0, 2000),
  }
  await sql
    .insertInto('dead_letter')
    .values(row)
    .onConflict((conflict) => conflict.column('sequence').doNothing())
    .execute()
}

/** Applies parked messages again, oldest first, each in its own transaction; returns how many succeeded and failed. */
export async function replayDeadLetters(sql: Kysely<KitTables>, projections: Projections) {
  const letters = await sql.selectFrom('dead_letter').selectAll().orderBy('sequence').execute()
  let replayed = 0
  const failures: string[] = []
  for (const letter of letters) {
    try {
      await sql.transaction().execute(async (transaction) => {
        await applyEnvelopes(transaction, projections, [letter.envelope], ResyncState.parse({}))
        await transaction.deleteFrom('dead_letter').where('sequence', '=', letter.sequence).execute()
      })
      replayed += 1
    } catch (error) {
      failures.push(`${letter.sequence} ${letter.envelope.type}: ${error}`)
    }
  }
  return { replayed, failures }
}
