import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'

/** A server that has not kept its claim for so long is gone, and another takes the run over. */
const claimSeconds = 60
/** A service that still asks for a run this long after its end has missed its marks. */
const againSeconds = 600

/** Thrown where another server has taken a run over. */
export class TakenOver extends Error {}

/** The runs that `server` is to serve: no other serves them, and they have not been served already. */
export async function claimRuns(sql: Kysely<KitTables>, server: string, runs: string[]): Promise<string[]> {
  const { rows } = await raw<{ run: string }>`
    insert into resync_run as known (run, server) select unnest(${runs}::text[]), ${server}
    on conflict (run) do update set server = excluded.server, kept_at = now(), ended = false
    where known.kept_at < now() - make_interval(secs => case when known.ended then ${raw.lit(againSeconds)} else ${raw.lit(claimSeconds)} end)
    returning run`.execute(sql)
  return rows.map(({ run }) => run)
}

/** Says that `server` is still at its runs, or has ended them; throws `TakenOver` where it has them no longer. */
export async function keepRuns(
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

/** Lets anybody begin the runs anew. */
export async function giveUpRuns(sql: Kysely<KitTables>, server: string, runs: string[]): Promise<void> {
  await raw`delete from resync_run where run = any(${runs}::text[]) and server = ${server}`.execute(sql)
}

/** Nobody asks for a run of yesterday. */
export async function forgetOldRuns(sql: Kysely<KitTables>): Promise<void> {
  await raw`delete from resync_run where kept_at < now() - interval '1 day'`.execute(sql)
}
