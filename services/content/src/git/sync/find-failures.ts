import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { GitTask } from '../../tables/git.tables.ts'
import type { ImportRunRow } from '../../tables/runs.tables.ts'
import type { GitSyncRow } from './sync-rows.ts'

/** Runs that count; the wait has reached its bound before. */
const maxCounted = 12
const maxWaitMinutes = 6 * 60

/**
 * Finds the last runs of a synchronization that came to nothing, with both sides as they are now: nothing says that another
 * one would do better. Returns the time until which to wait, twice as long after each, and the reason of the last one.
 */
export async function findFailures(
  sql: Sql,
  { id, poll_minutes: pollMinutes }: Pick<GitSyncRow, 'id' | 'poll_minutes'>,
  task: GitTask,
): Promise<{ until: Date; reason: string } | undefined> {
  const runs = await sql
    .selectFrom('import_run')
    .select(['git', 'status', 'reason', 'updated_at'])
    .where('space_id', '=', id)
    .where('git_at', 'is not', null)
    .where(raw<boolean>`git -> 'look' is not null`)
    .orderBy('id', 'desc')
    .limit(maxCounted)
    .execute()
  const other = runs.findIndex((run) => !isFailed(run) || !isSame(run.git, task))
  const failed = other < 0 ? runs : runs.slice(0, other)
  const [last] = failed
  if (!last) return undefined
  const minutes = Math.max(pollMinutes, Math.min(pollMinutes * 2 ** (failed.length - 1), maxWaitMinutes))
  const until = new Date(new Date(last.updated_at).getTime() + minutes * 60_000)
  return { until, reason: last.reason ?? 'The last run was cancelled.' }
}

const isFailed = ({ status }: Pick<ImportRunRow, 'status'>) => status === 'failed' || status === 'cancelled'

/** True for the same operation, on both sides as they were then, without a wish to look since. */
function isSame(one: GitTask | null, other: GitTask): boolean {
  const [a, b] = [one?.look, other.look]
  const isSameLook = a?.head === b?.head && a?.live === b?.live && a?.wishes === b?.wishes
  return one?.direction === other.direction && isSameLook
}
