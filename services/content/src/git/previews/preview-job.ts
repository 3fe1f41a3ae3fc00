import { type ClaimedRow, fairClaims, type Logger, type Loop, Refusal, startClaimedWork } from '@quire/kit'
import { sql as raw, type Updateable } from 'kysely'
import type { Sql } from '../../database.ts'
import { removePreviewRevisions } from '../../storage/revisions/remove-preview-revisions.ts'
import type { GitTables } from '../../tables/git.tables.ts'
import { endGitPreviews } from '../../workspace/tree/end-git-previews.ts'
import type { GitRunNeeds } from '../git-task.ts'
import { headOf } from '../sync/remote-head.ts'
import { findGitSync, type GitSyncRow, stillSynchronizing } from '../sync/sync-rows.ts'
import { insertRun, taskOf } from '../sync/sync-runs.ts'
import { type GitPreviewRow, lastEventAt } from './preview-rows.ts'
import { type ReportNeeds, reportStatus } from './report-status.ts'

interface Previewing extends ReportNeeds {
  git: GitRunNeeds
  deps: Parameters<typeof stillSynchronizing>[2] & { now: () => Date; imports: { wake: () => void } }
  log: Logger
}

type ClaimedPreview = GitPreviewRow & ClaimedRow

/** Previews that are worked on at a time, and of one account. */
const atOnce = { all: 4, ofAccount: 2 }
const maxReports = 5
const waitAfterRefusalMs = 3600_000
const [waitForRefMs, refDelayMs] = [60_000, 10 * 60_000]

/**
 * One operation of a space at a time. The synchronization itself comes before a preview, so that whoever opens pull
 * requests cannot delay it for longer than one import.
 */
const waiting = raw`
  next_at <= now()
  and (state = 'importing' or wishes > seen or wanted is distinct from reported or ends_at <= now())
  and not exists (select from import_run run where run.space_id = git_preview.space_id and run.git_at is not null
    and run.status in ('pending', 'in-progress'))
  and (state = 'importing' or wishes = seen or not exists (
    select from git_sync sync join space on space.id = sync.id and space.deleted_at is null
    where sync.id = git_preview.space_id and sync.paused_at is null
      and (sync.next_at <= now() or sync.live is distinct from space.revision)))`

/**
 * Makes the previews of pull requests, as long as the service runs: asks the server for the head, imports it as a revision
 * beside the live content, and reports a status to its commit. Each step is one claim of the row, whose columns say what
 * comes next, so that a process that is killed leaves its step to another one.
 */
export function startPreviewing(previewing: Previewing): Loop {
  const { jobSql, log } = previewing
  return startClaimedWork<ClaimedPreview>({
    name: 'previews of pull requests',
    claims: fairClaims<ClaimedPreview>({ sql: jobSql, table: 'git_preview', waiting, maxOfEach: atOnce.ofAccount }),
    concurrency: atOnce.all,
    log,
    async work(row, signal) {
      await step(previewing, row, signal)
    },
  })
}

async function step(previewing: Previewing, row: ClaimedPreview, signal: AbortSignal): Promise<unknown> {
  const { jobSql, deps } = previewing
  const sql = jobSql()
  const sync = await findGitSync(sql, row.space_id)
  const hasEnded = new Date(row.ends_at) <= deps.now()
  if (!sync?.previews || sync.paused_at || hasEnded)
    return sql.transaction().execute((tx) => endGitPreviews(tx as unknown as Sql, raw`id = ${row.id}`))
  if (row.state === 'importing') return conclude(previewing, row)
  const isSeen = row.wishes === row.seen
  try {
    await stillSynchronizing(sql, sync, deps)
    return await (isSeen ? report : look)(previewing, { row, sync, signal })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = error.message.replace(/^body\.[\w.]+: /, '')
    return isSeen ? postponeReport(previewing, row, reason) : postpone(previewing, row, reason)
  }
}

interface Step {
  row: ClaimedPreview
  sync: GitSyncRow
  signal: AbortSignal
}

/** Saves a step and releases the row, unless the preview has ended or is somebody else's meanwhile. */
async function save(
  sql: Sql,
  { deps }: Pick<Previewing, 'deps'>,
  row: ClaimedPreview,
  change: Updateable<GitTables['git_preview']>,
): Promise<boolean> {
  const saved = await sql
    .updateTable('git_preview')
    .set({ ...change, updated_at: deps.now(), claim: null, claimed_until: null, attempts: 0 })
    .where('id', '=', row.id)
    .where('claim', '=', row.claim)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

/** Tries to look again later. What was reported of an earlier commit still holds, and its revision stays. */
const postpone = (previewing: Previewing, row: ClaimedPreview, reason: string, waitMs = waitAfterRefusalMs) =>
  save(previewing.jobSql(), previewing, row, {
    ...{ state: 'failed', reason },
    next_at: new Date(previewing.deps.now().getTime() + waitMs),
  })

/** Tries to report again later: the credentials of the synchronization serve nobody who may not edit the space. */
const postponeReport = (previewing: Previewing, row: ClaimedPreview, report_error: string) =>
  save(previewing.jobSql(), previewing, row, {
    report_error,
    next_at: new Date(previewing.deps.now().getTime() + waitAfterRefusalMs),
  })

const statusOf = (state: 'success' | 'failure', head: string) => `${state} ${head}`

async function look(previewing: Previewing, { row, sync, signal }: Step): Promise<unknown> {
  const { jobSql, git, deps } = previewing
  const sql = jobSql()
  const ref = row.source_ref
  const head = ref === '' ? undefined : await headOf(sql, git, { row: sync, ref, preview: row.id, signal })
  if (head === undefined) {
    const reason = 'The server of the repository does not offer the head of this pull request.'
    // Some servers send the webhook before the ref is there.
    if (ref !== '' && deps.now().getTime() - lastEventAt(row).getTime() < refDelayMs)
      return postpone(previewing, row, reason, waitForRefMs)
    return save(sql, previewing, row, { state: 'failed', reason, head: null, seen: row.wishes, wanted: null })
  }
  if (head === row.head && row.state === 'ready') return save(sql, previewing, row, { seen: row.wishes })
  await reportStatus(previewing, {
    row,
    sync,
    signal,
    oid: head,
    state: 'pending',
    description: 'The preview is being made.',
  })
  const task = { ...taskOf(sync, 'import'), ref, cacheId: 'previews', standalone: true, preview: row.id }
  await sql.transaction().execute(async (transaction) => {
    const tx = transaction as unknown as Sql
    const run_id = await insertRun(tx, { row: sync, task, sealer: git.sealer, now: deps.now() })
    const begun = {
      state: 'importing',
      head,
      run_id,
      seen: row.wishes,
      reason: null,
      wanted: null,
      reported: null,
    } as const
    // Without its preview the run would be for nothing.
    if (!(await save(tx, previewing, row, begun))) await tx.deleteFrom('import_run').where('id', '=', run_id).execute()
  })
  deps.imports.wake()
}

async function conclude(previewing: Previewing, row: ClaimedPreview): Promise<unknown> {
  const sql = previewing.jobSql()
  const run = await sql
    .selectFrom('import_run')
    .select(['status', 'revision', 'git_commit', 'reason', 'problem_count', 'failure_count'])
    .where('id', '=', row.run_id ?? '')
    .executeTakeFirst()
  const head = run?.git_commit ?? row.head ?? ''
  if (run?.status === 'completed' && run.revision !== null) {
    const { revision } = run
    const problems = run.problem_count + run.failure_count
    const ready = { state: 'ready', head, revision, reason: null, problems, wanted: statusOf('success', head) } as const
    return sql.transaction().execute(async (transaction) => {
      const tx = transaction as unknown as Sql
      const isSaved = await save(tx, previewing, row, ready)
      if (isSaved && row.revision !== null && row.revision !== revision)
        await removePreviewRevisions(tx, [row.revision])
    })
  }
  const reason = (run?.reason ?? 'The import was cancelled.').replace(/^body\.[\w.]+: /, '')
  return save(sql, previewing, row, { state: 'failed', head, reason, wanted: statusOf('failure', head) })
}

/** Reports the result of the last import; tries again later where the server may take it then. */
async function report(previewing: Previewing, { row, sync, signal }: Step): Promise<unknown> {
  const { jobSql, deps } = previewing
  const { wanted } = row
  const [state, oid = ''] = wanted?.split(' ') ?? []
  const isSuccess = state === 'success'
  const problem =
    wanted === null
      ? undefined
      : await reportStatus(previewing, {
          ...{ row, sync, signal, oid, state: isSuccess ? 'success' : 'failure' },
          description: isSuccess ? describe(row) : (row.reason ?? 'The import failed.'),
        })
  const attempts = row.report_attempts + 1
  const isDone = !problem || problem.isFinal || attempts >= maxReports
  const later = new Date(deps.now().getTime() + 60_000 * 2 ** attempts)
  return save(jobSql(), previewing, row, {
    report_error: problem?.problem ?? null,
    ...(isDone ? { reported: wanted, report_attempts: 0 } : { report_attempts: attempts, next_at: later }),
  })
}

const describe = ({ problems }: GitPreviewRow) =>
  problems === 0 ? 'The preview is ready.' : `The preview is ready; ${problems} parts were left out or changed.`
