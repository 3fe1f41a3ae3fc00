import { conflict } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Sql } from '../database.ts'
import { RunLost } from '../imports/runs/commit-run.ts'
import type { GitTables, GitTask } from '../tables/git.tables.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { sourceOfRemote } from './git-remote.ts'
import { requirePlace } from './require-place.ts'

/**
 * Records the commit that an export pushes next, and the revision whose content it has. The process may end between the
 * push and the record of it: then whoever finds this commit at the branch knows that it came from here. Throws `RunLost` for
 * a run that was cancelled, so that nothing of it is pushed.
 */
export async function announcePush(
  sql: Sql,
  { id, claim, space_id }: ClaimedRun,
  task: GitTask,
  { commit, revision }: { commit: string; revision: string },
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    const tx = transaction as unknown as Sql
    const run = tx.selectFrom('import_run').select('id').where('id', '=', id).where('claim', '=', claim)
    if (!(await run.forShare().executeTakeFirst())) throw new RunLost()
    await requirePlace(tx, space_id, task)
    const push = { source: sourceOfRemote(task, task.directory), ref: task.ref, commit_oid: commit, revision }
    await tx
      .insertInto('git_push')
      .values({ space_id, ...push })
      .onConflict((on) => on.column('space_id').doUpdateSet(push))
      .execute()
  })
}

/** Finds the last push to this place that was announced and not recorded; it may not have been made. */
export async function findPush(
  sql: Sql,
  spaceId: string,
  task: GitTask,
): Promise<Selectable<GitTables['git_push']> | undefined> {
  const push = await sql.selectFrom('git_push').selectAll().where('space_id', '=', spaceId).executeTakeFirst()
  return push?.source === sourceOfRemote(task, task.directory) && push.ref === task.ref ? push : undefined
}

/** Forgets what was announced: it is recorded, or of no use. */
export async function forgetPush(sql: Sql, spaceId: string): Promise<void> {
  await sql.deleteFrom('git_push').where('space_id', '=', spaceId).execute()
}

/**
 * Throws 409 for the import of a commit that an export pushed and could not record: pages that were made here would come
 * back as new ones.
 */
export async function requireRecorded(sql: Sql, spaceId: string, task: GitTask, commit: string): Promise<void> {
  const push = await findPush(sql, spaceId, task)
  if (push?.commit_oid === commit)
    throw conflict('An export pushed this commit and was ended before it could record that: export again first.')
}
