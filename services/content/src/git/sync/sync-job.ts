import { type ClaimedRow, fairClaims, type Logger, type Loop, Refusal, startClaimedWork } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { GitTask } from '../../tables/git.tables.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'
import { changeRequestInTheWay, findGitState } from '../git-state.ts'
import type { GitRunNeeds } from '../git-task.ts'
import { headOf } from './remote-head.ts'
import { type GitSyncRow, stillActing } from './sync-rows.ts'
import { insertRun, taskOf } from './sync-runs.ts'

interface Syncing {
  jobSql: () => Sql
  git: GitRunNeeds
  deps: Parameters<typeof stillActing>[2] & { now: () => Date; imports: { wake: () => void } }
  log: Logger
}

type ClaimedSync = GitSyncRow & ClaimedRow

/** Looks at servers at a time, and of one account. */
const atOnce = { all: 4, ofAccount: 2 }
const minuteMs = 60_000
const waitAfterRefusalMinutes = 60

/** One look at a time, and none while an operation of the space waits or goes on. */
const waiting = raw`
  paused_at is null and (next_at <= now() or live is distinct from (select revision from space where space.id = git_sync.id))
  and exists (select from space where space.id = git_sync.id and space.deleted_at is null)
  and not exists (select from import_run run where run.space_id = git_sync.id and run.git_at is not null
    and run.status in ('pending', 'in-progress'))`

/**
 * Looks at both sides of synchronizations, as long as the service runs: after a webhook, after a change of the live content,
 * and every few minutes. What it finds becomes an import or an export, in the name of the person who set it up.
 */
export function startSyncing(syncing: Syncing): Loop {
  const { jobSql, log } = syncing
  return startClaimedWork<ClaimedSync>({
    name: 'synchronizations',
    claims: fairClaims<ClaimedSync>({ sql: jobSql, table: 'git_sync', waiting, maxOfEach: atOnce.ofAccount }),
    concurrency: atOnce.all,
    log,
    // Previews of pull requests wait for a look that is due.
    work: (row, signal) => look(syncing, row, signal).finally(syncing.git.wakePreviews),
  })
}

async function look(syncing: Syncing, row: ClaimedSync, signal: AbortSignal): Promise<void> {
  const { jobSql, deps } = syncing
  const sql = jobSql()
  const space = await sql.selectFrom('space').select('revision').where('id', '=', row.id).executeTakeFirst()
  if (!space) return
  const ended = { live: space.revision, checked_at: deps.now(), claim: null, claimed_until: null, attempts: 0 }
  const after = (minutes: number) => new Date(deps.now().getTime() + minutes * minuteMs)
  const save = ({ error, next_at }: { error: string | null; next_at: Date }) =>
    sql
      .updateTable('git_sync')
      .set({ ...ended, error })
      .set({ next_at: raw<Date>`case when wishes = ${row.wishes} then ${next_at}::timestamptz else next_at end` })
      .where('id', '=', row.id)
      .where('claim', '=', row.claim)
      .execute()
  try {
    await stillActing(sql, row, deps)
    const found = await difference(syncing, row, space.revision, signal)
    if ('direction' in found)
      await insertRun(sql, { row, task: taskOf(row, found.direction), sealer: syncing.git.sealer, now: deps.now() })
    await save({ error: 'blocked' in found ? found.blocked : null, next_at: after(row.poll_minutes) })
    if ('direction' in found) deps.imports.wake()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const minutes = error.status === 409 ? row.poll_minutes : waitAfterRefusalMinutes
    await save({ error: error.message.replace(/^body\.[\w.]+: /, ''), next_at: after(minutes) })
  }
}

/** Finds which side has what the other lacks: first that of the repository, then that of the space. A conflict blocks both. */
async function difference(
  { jobSql, git }: Syncing,
  row: GitSyncRow,
  live: string,
  signal: AbortSignal,
): Promise<{ direction: GitTask['direction'] } | { blocked: string | null }> {
  const sql = jobSql()
  const head = await headOf(sql, git, { row, ref: row.ref, signal })
  const state = await findGitState(sql, row.id, taskOf(row, 'import'))
  if (!state) return { direction: head === undefined ? 'export' : row.direction }
  const isPushed = head !== undefined && head !== state.commit_oid
  if (head !== undefined && !isPushed && state.revision === live) return { blocked: null }
  const request = await changeRequestInTheWay(sql, state)
  if (request)
    return { blocked: `Change request ${request.number} holds changes of the repository: merge or archive it.` }
  return { direction: isPushed ? 'import' : 'export' }
}

/**
 * Performs a run, and then has the other side looked at if the space is synchronized: an import may leave something to
 * export. A failure is shown with the synchronization, whose next look comes in its time.
 */
export async function thenLook<Result>(
  { jobSql, wake }: { jobSql: () => Sql; wake: () => void },
  run: ClaimedRun,
  perform: () => Promise<Result>,
): Promise<Result> {
  const ofSpace = () =>
    jobSql()
      .updateTable('git_sync')
      .where('id', '=', run.space_id)
      .where('url', '=', run.url ?? '')
      .where('paused_at', 'is', null)
  try {
    const result = await perform()
    await ofSpace().set({ next_at: raw<Date>`now()`, wishes: raw<number>`wishes + 1`, error: null }).execute()
    wake()
    return result
  } catch (error) {
    if (error instanceof Refusal)
      await ofSpace()
        .set({ error: error.message.replace(/^body\.[\w.]+: /, '') })
        .execute()
    throw error
  }
}
