import {
  claimsOf,
  conflict,
  isContention,
  isOutage,
  type Logger,
  type Loop,
  type Position,
  Refusal,
  startClaimedWork,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import { RunLost } from './commit.ts'
import { failRun } from './failing.ts'
import { type PerformDependencies, performRun } from './perform.ts'
import { showProgress } from './progress.ts'
import type { ClaimedRun } from './runs.tables.ts'

interface ImportingDependencies extends PerformDependencies {
  /** So many at once in this process. */
  atOnce: number
  log: Logger
}

/** A run that did not come to its end so often is given up: it may be what kills its process. */
const mostAttempts = 3
/** From its first beginning on, whichever processes perform it. */
const longestMs = 2 * 3600_000
const waiting = raw`status in ('pending', 'in-progress')`

/**
 * Performs imports as long as the service runs (docs/adr/0053), the oldest first. Where there are several places, one
 * organization never takes all of them: one is left to the others.
 */
export function startImporting(importing: ImportingDependencies): Loop {
  const { jobSql, atOnce, log } = importing
  const ofOrganization = Math.max(1, atOnce - 1)
  const organizations: string[] = []
  const full = () =>
    organizations.filter((one) => organizations.filter((other) => other === one).length >= ofOrganization)
  const claims = (condition = waiting) => claimsOf<ClaimedRun>({ sql: jobSql, table: 'import_run', waiting: condition })
  const take = () => claims(raw`${waiting} and organization_id <> all(${full()}::text[])`).take()
  return startClaimedWork<ClaimedRun>({
    name: 'imports',
    claims: { ...claims(), take },
    atOnce,
    log,
    async work(run, signal) {
      organizations.push(run.organization_id)
      try {
        await workOn(importing, run, signal)
      } finally {
        organizations.splice(organizations.indexOf(run.organization_id), 1)
      }
    },
  })
}

async function workOn(importing: ImportingDependencies, run: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { deps, log } = importing
  const { ends } = deps.imports
  const lost = new AbortController()
  const stopHearing = ends.onEnd(run.id, () => lost.abort())
  const { progress, stop } = showProgress(importing.jobSql, run, () => lost.abort())
  let position: Position | undefined
  try {
    if (run.attempts > mostAttempts)
      throw new Refusal(503, 'The import was begun three times and never came to its end.')
    const leftMs = (await begin(importing, run)).getTime() + longestMs - deps.now().getTime()
    position = await within(leftMs, AbortSignal.any([signal, lost.signal]), (over) =>
      performRun(importing, run, { signal: over, progress }),
    )
  } catch (error) {
    if (lost.signal.aborted || error instanceof RunLost) return
    if (signal.aborted || (isTemporary(error) && run.attempts <= mostAttempts)) throw error
    await failRun(importing, run, error, log)
  } finally {
    stop()
    stopHearing()
  }
  ends.tell({ id: run.id, position })
}

/** What another attempt may get over. */
const isTemporary = (error: unknown) =>
  isOutage(error) || isContention(error) || (error instanceof Refusal && error.status === 503)

/** Throws 409 where the work takes longer than it has left, also where that does not heed its signal. */
async function within<Result>(leftMs: number, signal: AbortSignal, work: (over: AbortSignal) => Promise<Result>) {
  const tooLong = conflict('The import took longer than two hours: import less at once.')
  if (leftMs <= 0) throw tooLong
  const late = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(tooLong)
    late.abort()
  }, leftMs)
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), ended])
  } finally {
    clearTimeout(timer)
  }
}

/** Answers when the run was begun first. */
async function begin({ jobSql, deps }: ImportingDependencies, { id, claim }: ClaimedRun): Promise<Date> {
  const now = deps.now()
  const begun = await jobSql()
    .updateTable('import_run')
    .set({ status: 'in-progress', started_at: raw<Date>`coalesce(started_at, ${now}::timestamptz)`, updated_at: now })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('started_at')
    .executeTakeFirst()
  if (!begun) throw new RunLost()
  return new Date(begun.started_at ?? now)
}
