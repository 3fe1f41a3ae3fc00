import { type Kysely, sql as raw } from 'kysely'
import type pg from 'pg'
import { newId } from '../ids.ts'
import { anyOf } from './queries.ts'
import type { KitTables } from './tables.ts'

/**
 * The cluster, its timeline, which a promotion changes, the database, which a restore beside running services changes, and
 * the start of the server.
 */
const here = `
  select (select system_identifier from pg_control_system()) || '/' ||
      left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' ||
      (select oid from pg_database where datname = current_database()) as lineage,
    extract(epoch from pg_postmaster_start_time())::text as started`

/** An epoch is a time, so that one that was raised after a backup is higher than any that the backup has. */
const nextEpoch = `greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`

/**
 * Raises the epoch of the database if a server answers that was started since the last connection: it may have been
 * restored. If it is a promoted or another server, or another database, its owner also owes a repetition of its states
 * (docs/adr/0040). To be called before the first use of a connection. Never throws: a database that cannot be written
 * raises nothing yet.
 */
export async function settleIncarnation(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const text = `
    update incarnation set epoch = ${nextEpoch}, lineage = here.lineage, started = here.started,
      owed = case when incarnation.lineage in ('', here.lineage) then owed else $1 end
    from (${here}) here
    where (incarnation.lineage, incarnation.started) <> (here.lineage, here.started)`
  await client.query(text, [newId()]).catch(() => undefined)
}

export type Incarnation = Pick<KitTables['incarnation'], 'epoch' | 'stream' | 'sequence' | 'owed'>

/** Reads the incarnation of an owner's database. */
export const readIncarnation = (sql: Kysely<KitTables>): Promise<Incarnation> =>
  sql.selectFrom('incarnation').select(['epoch', 'stream', 'sequence', 'owed']).executeTakeFirstOrThrow()

/**
 * Raises the epoch, and notes that the owner has to repeat its states, because the database lost some of its past. Returns
 * the epoch.
 */
export async function raiseEpoch(sql: Kysely<KitTables>): Promise<string> {
  const { rows } = await raw<{ epoch: string }>`
    update incarnation set epoch = ${raw.raw(nextEpoch)}, owed = ${newId()} returning epoch`.execute(sql)
  return rows[0]?.epoch ?? ''
}

/** Notes that the owner has to repeat its states, because others may lack some. */
export async function oweStates(sql: Kysely<KitTables>): Promise<void> {
  await sql.updateTable('incarnation').set({ owed: newId() }).execute()
}

/**
 * Notes up to where the stream is known to agree with the outbox of an epoch; returns false if the database has another one
 * by now.
 */
export async function noteAgreement(
  sql: Kysely<KitTables>,
  { stream, sequence, epoch }: { stream: string; sequence: number; epoch: string },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('incarnation')
    .set({ stream, sequence: String(sequence) })
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that the owner has repeated its states in one of these runs. */
export async function settleDebt(sql: Kysely<KitTables>, runs: string[]): Promise<void> {
  await sql.updateTable('incarnation').set({ owed: null }).where('owed', '=', anyOf(runs)).execute()
}
