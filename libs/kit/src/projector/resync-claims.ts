import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'

/** A server that has not renewed its claim for this long has died, and another one takes over the run. */
const claimSeconds = 60
/** A service that still requests a run this long after its end has missed its marks. */
const againSeconds = 600

/** Thrown if another server has taken over a run. */
export class TakenOver extends Error {}

/** Claims runs for `server`; returns those that no other server serves and that have not been served already. */
export async function claimRuns(sql: Kysely<KitTables>, server: string, runs: string[]): Promise<string[]> {
  const { rows } = await raw<{ run: string }>`
    insert into resync_run as known (run, server) select unnest(${runs}::text[]), ${server}
    on conflict (run) do update set server = excluded.server, kept_at = now(), ended = false
    where known.kept_at < now() - make_interval(secs => case when known.ended then ${raw.lit(againSeconds)} else ${raw.lit(claimSeconds)} end)
    returning run`.execute(sql)
  return rows.map(({ run }) => run)
}

/** Records that `server` still serves its runs, or has ended them; throws `TakenOver` if it has lost them. */
export async function renewRuns(
  sql: Kysely<KitTables>,
  server: string,
  runs: string[],
  { ended }: { ended: boolean },
): Promise<void> {
  const { numAffectedRows } = await raw`
    update resync_run set kept_at = now(), ended = ${ended}
    where run = any(${runs}::text[]) and server = ${server}`.execute(sql)
  if (Number(numAffectedRows) < runs.length) throw new TakenOver('another server repeats these states')
}

/** Releases the runs, so that any server can begin them again. */
export async function releaseRuns(sql: Kysely<KitTables>, server: string, runs: string[]): Promise<void> {
  await raw`delete from resync_run where run = any(${runs}::text[]) and server = ${server}`.execute(sql)
}

/** Deletes runs that are older than a day, which no service requests any more. */
export async function deleteOldRuns(sql: Kysely<KitTables>): Promise<void> {
  await raw`delete from resync_run where kept_at < now() - interval '1 day'`.execute(sql)
}
