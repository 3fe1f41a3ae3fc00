import {
  claimsOf,
  conflict,
  diskRefusal,
  failOnUncaughtError,
  fairClaims,
  isContention,
  isOutage,
  type Logger,
  type Loop,
  type Position,
  Refusal,
  startClaimedWork,
  transact,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Writer } from '../../database.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'
import { notifyOfImport } from '../../workspace/notifications/notify.ts'
import { recordGitRun } from '../../workspace/tree/record-git-run.ts'
import type { ReportProgress, ReportStep } from '../import-plan.ts'
import { RunLost } from './commit-run.ts'
import { type PerformDependencies, performRun } from './perform-run.ts'

const progressEveryMs = 1000

interface ImportingDependencies extends PerformDependencies {
  /** Performs the runs of Git operations. */
  performGit: typeof performRun
  /** Runs at once in this process. */
  atOnce: number
  /** Time after which a run delays those of others no longer. */
  placeMs: number
  log: Logger
}

/** Attempts after which a run is marked as failed: it may be the cause that its process crashes. */
const maxAttempts = 3
/** Timeout of a run from its first start on, across processes. */
const maxRunMs = 2 * 3600_000
const waiting = raw`status in ('pending', 'in-progress')`
/** Git operations of a space come one after the other, in the order of what they follow. */
const isNext = raw`(git_at is null or not exists (
  select from import_run other where other.space_id = import_run.space_id and other.id <> import_run.id
    and other.status in ('pending', 'in-progress') and other.git_at is not null
    and ((other.git_at, other.id) < (import_run.git_at, import_run.id) or other.claimed_until > now())
))`

/**
 * Performs imports as long as the service runs (docs/adr/0011). Accounts take turns, those of one address together, and
 * each begins with its oldest run. If several run at once, no account, address or organization takes all permits.
 */
export function startImporting(importing: ImportingDependencies): Loop {
  const { jobSql, atOnce, placeMs, log } = importing
  return startClaimedWork<ClaimedRun>({
    name: 'imports',
    claims: importClaims(jobSql, atOnce),
    concurrency: atOnce,
    placeMs,
    log,
    work: (run, signal) => workOn(importing, run, signal),
  })
}

export const importClaims = (sql: () => Sql, atOnce: number) => ({
  ...fairClaims<ClaimedRun>({
    ...{ sql, table: 'import_run', waiting: raw`${waiting} and ${isNext}` },
    bounds: ['organization_id'],
    maxOfEach: Math.max(1, atOnce - 1),
  }),
  // A run keeps its claim when an earlier one comes.
  renew: claimsOf<ClaimedRun>({ sql, table: 'import_run', waiting }).renew,
})

async function workOn(importing: ImportingDependencies, run: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { deps, log } = importing
  const { ends } = deps.imports
  const lost = new AbortController()
  const unsubscribe = ends.onRunFinished(run.id, () => lost.abort())
  const { progress, onStep, stop } = recordProgress(importing.jobSql, run, () => lost.abort())
  let position: Position | undefined
  try {
    if (run.attempts > maxAttempts)
      throw new Refusal(503, 'The import was begun three times and never came to its end.')
    const remainingMs = (await begin(importing, run)).getTime() + maxRunMs - deps.now().getTime()
    position = await within(remainingMs, AbortSignal.any([signal, lost.signal]), (over) =>
      // A run that meets an uncaught error fails: another attempt would meet it again.
      failOnUncaughtError(over, (until) =>
        (run.git ? importing.performGit : performRun)(importing, run, { signal: until, progress, onStep }),
      ),
    )
  } catch (error) {
    if (lost.signal.aborted || error instanceof RunLost) return
    if (signal.aborted || (isTemporary(error) && run.attempts <= maxAttempts)) throw error
    await failRun(importing, run, error, log)
  } finally {
    stop()
    unsubscribe()
  }
  ends.publish({ id: run.id, position })
}

/** True for errors that another attempt may not have. */
const isTemporary = (error: unknown) =>
  isOutage(error) || isContention(error) || (error instanceof Refusal && error.status === 503)

/** Runs work with the remaining time. Throws 409 after it, even if the work ignores its signal. */
async function within<Result>(remainingMs: number, signal: AbortSignal, work: (over: AbortSignal) => Promise<Result>) {
  const tooLong = conflict('The import took longer than two hours: import less at once.')
  if (remainingMs <= 0) throw tooLong
  const late = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(tooLong)
    late.abort()
  }, remainingMs)
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), ended])
  } finally {
    clearTimeout(timer)
  }
}

/** Marks the run as in progress; returns the time of its first start. */
async function begin(importing: ImportingDependencies, run: ClaimedRun): Promise<Date> {
  const now = importing.deps.now()
  const begun = await change(importing, run, async (writer) => {
    const row = await writer.sql
      .updateTable('import_run')
      .set({ status: 'in-progress', started_at: raw<Date>`coalesce(started_at, ${now}::timestamptz)`, updated_at: now })
      .where('id', '=', run.id)
      .where('claim', '=', run.claim)
      .returning('started_at')
      .executeTakeFirst()
    if (row) await recordGitRun(writer, run, { state: 'started' })
    return row
  })
  if (!begun) throw new RunLost()
  return new Date(begun.started_at ?? now)
}

/** Changes a run, in one transaction with the events of that if it is one of Git. */
async function change<Result>(
  { jobSql, database, publisher }: PerformDependencies,
  run: ClaimedRun,
  write: (writer: Writer) => Promise<Result>,
): Promise<Result> {
  if (!run.git)
    return jobSql()
      .transaction()
      .execute((sql) => write({ sql, emit: () => undefined }))
  const waiting = { caller: `imports of ${run.organization_id}`, signal: new AbortController().signal }
  const { outcome, rows } = await transact(database, waiting, async (_, never, emit) => {
    const sql = never as unknown as Sql
    // Before the run, as whoever completes it does.
    await sql.selectFrom('space').select('id').where('id', '=', run.space_id).forNoKeyUpdate().execute()
    return write({ sql, emit })
  })
  await publisher.publish(rows)
  return outcome
}

/** Marks a run as failed, with the reason of a Refusal; the details of other errors are only logged. */
async function failRun(importing: PerformDependencies, run: ClaimedRun, error: unknown, log: Logger): Promise<void> {
  const { id, claim } = run
  const refusal = error instanceof Refusal ? error : diskRefusal(error)
  if (!refusal) log.error({ err: error, id }, 'an import failed')
  await change(importing, run, async (writer) => {
    const failed = await writer.sql
      .updateTable('import_run')
      .set({
        status: 'failed',
        refusal: refusal?.status ?? null,
        reason: refusal?.message ?? `Something went wrong on our side; the log has it under import run ${id}.`,
        updated_at: importing.deps.now(),
        claim: null,
        claimed_until: null,
        git_secret: null,
      })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    if (failed.numUpdatedRows === 0n) return
    await notifyOfImport(writer, id, importing.deps.now())
    await recordGitRun(writer, run, { state: 'failure' })
  })
}

/** Records the progress of a run about once a second. Calls `onLost` if this process has lost the claim of the run. */
function recordProgress(sql: () => Sql, { id, claim }: ClaimedRun, onLost: () => void) {
  let latest: (() => Partial<ReturnType<typeof countsOf>> & { step: string | null }) | undefined
  async function write() {
    if (!latest) return
    const change = latest()
    latest = undefined
    const written = await sql()
      .updateTable('import_run')
      .set({ ...change, updated_at: raw<Date>`now()` })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    if (written.numUpdatedRows === 0n) onLost()
  }
  // A failed write is superseded a second later.
  const timer = setInterval(() => void write().catch(() => undefined), progressEveryMs)
  return {
    progress: ((counts) => {
      latest = () => ({ ...countsOf(counts), step: null })
    }) satisfies ReportProgress,
    onStep: ((step) => {
      latest = () => ({ step: JSON.stringify(step) })
    }) satisfies ReportStep,
    stop: () => clearInterval(timer),
  }
}

/** A second attempt begins at zero, and the recorded progress never decreases. */
const countsOf = ({ importedResources, totalResources }: Parameters<ReportProgress>[0]) => ({
  imported_resources: raw<number>`greatest(imported_resources, ${importedResources}::int)`,
  total_resources: raw<number>`greatest(total_resources, ${totalResources}::int)`,
})
