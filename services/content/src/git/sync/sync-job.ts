import { type ClaimedRow, fairClaims, type Logger, type Loop, Refusal, startClaimedWork } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'
import type { GitRunNeeds } from '../git-task.ts'
import { type Difference, findDifference, waitsForLock } from './find-difference.ts'
import { type GitSyncRow, stillSynchronizing } from './sync-rows.ts'
import { insertRun } from './sync-runs.ts'

interface Syncing {
  jobSql: () => Sql
  git: GitRunNeeds
  deps: Parameters<typeof stillSynchronizing>[2] & { now: () => Date; imports: { wake: () => void } }
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
  const { jobSql, git, deps } = syncing
  const sql = jobSql()
  const space = await sql
    .selectFrom('space')
    .select(['revision', 'edit_mode'])
    .where('id', '=', row.id)
    .executeTakeFirst()
  if (!space) return
  const ended = { live: space.revision, checked_at: deps.now(), claim: null, claimed_until: null, attempts: 0 }
  const after = (minutes: number) => new Date(deps.now().getTime() + minutes * minuteMs)
  /** False if the synchronization was removed or set up otherwise meanwhile. */
  const save = async (sql: Sql, { error, next_at }: { error: string | null; next_at: Date }) => {
    const saved = await sql
      .updateTable('git_sync')
      .set({ ...ended, error })
      .set({ next_at: raw<Date>`case when wishes = ${row.wishes} then ${next_at}::timestamptz else next_at end` })
      .where('id', '=', row.id)
      .where('claim', '=', row.claim)
      .executeTakeFirst()
    return saved.numUpdatedRows > 0n
  }
  try {
    await stillSynchronizing(sql, row, deps)
    const difference = await findDifference({ sql, git, now: deps.now(), space, signal }, row)
    const found = await sql.transaction().execute(async (transaction) => {
      const tx = transaction as unknown as Sql
      const found = await unlessLocked(tx, row.id, difference)
      const error = 'blocked' in found && found.blocked !== null ? withoutField(found.blocked) : null
      // A run has the address and the credentials of the row.
      const isSaved = await save(tx, { error, next_at: after(row.poll_minutes) })
      if (isSaved && 'task' in found)
        await insertRun(tx, { row, task: found.task, sealer: git.sealer, now: deps.now() })
      return found
    })
    if ('task' in found) deps.imports.wake()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const minutes = error.status === 409 ? row.poll_minutes : waitAfterRefusalMinutes
    await save(sql, { error: withoutField(error.message), next_at: after(minutes) })
  }
}

/** Reading the repository takes a while, in which somebody may have locked the space: a run would fail. */
async function unlessLocked(tx: Sql, spaceId: string, difference: Difference): Promise<Difference> {
  if (!('task' in difference) || difference.task.direction !== 'import') return difference
  const space = tx.selectFrom('space').select('edit_mode').where('id', '=', spaceId).forShare()
  return (await space.executeTakeFirst())?.edit_mode === 'locked' ? waitsForLock : difference
}

/** A refusal names the field of a request; nobody has sent one here. */
const withoutField = (reason: string) => reason.replace(/^body\.[\w.]+: /, '')

/**
 * Performs a run, and then has the other side looked at if the space is synchronized with this branch and folder: an import
 * may leave something to export. A failure is shown with the synchronization, whose next look comes in its time. A revision
 * beside the live content is nothing to a synchronization.
 */
export async function thenLook<Result>(
  { jobSql, wake }: { jobSql: () => Sql; wake: () => void },
  run: ClaimedRun,
  perform: () => Promise<Result>,
): Promise<Result> {
  const { git } = run
  if (!git || (git.direction === 'import' && git.standalone)) return perform()
  const ofSpace = () =>
    jobSql()
      .updateTable('git_sync')
      .where('id', '=', run.space_id)
      .where('url', '=', git.url)
      .where('ref', '=', git.ref)
      .where('directory', '=', git.directory)
      .where('paused_at', 'is', null)
  try {
    const result = await perform()
    await ofSpace().set({ next_at: raw<Date>`now()`, wishes: raw<number>`wishes + 1`, error: null }).execute()
    wake()
    return result
  } catch (error) {
    if (error instanceof Refusal)
      await ofSpace()
        .set({ error: withoutField(error.message) })
        .execute()
    throw error
  }
}
