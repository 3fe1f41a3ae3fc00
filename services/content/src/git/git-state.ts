import type { GitSyncState } from '@quire/contracts'
import { conflict } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../database.ts'
import { isActive } from '../editing/change-requests/change-requests.rules.ts'
import type { GitTables, GitTask } from '../tables/git.tables.ts'
import { nameOfRemote, sourceOfRemote } from './git-remote.ts'
import { forgetPush } from './pushes.ts'
import { requirePlace } from './require-place.ts'

export type GitState = Selectable<GitTables['space_git']>

/** What the space and this folder of a repository last had in common; undefined if that is nothing. */
export async function findGitState(sql: Sql, spaceId: string, task: GitTask): Promise<GitState | undefined> {
  const state = await sql.selectFrom('space_git').selectAll().where('space_id', '=', spaceId).executeTakeFirst()
  return state?.source === sourceOfRemote(task, task.directory) && state.ref === task.ref ? state : undefined
}

/**
 * Returns the open change request that holds changes of the repository which conflict. Until it ends nothing is exported or
 * imported: the content that the next commit is compared with has these changes, and the live content lacks them.
 */
export async function changeRequestInTheWay(
  sql: Sql,
  spaceId: string,
): Promise<{ id: string; number: number } | undefined> {
  const request = await sql
    .selectFrom('space_git')
    .innerJoin('change_request', 'change_request.id', 'space_git.change_request')
    .select(['change_request.id', 'change_request.status', 'change_request.number'])
    .where('space_git.space_id', '=', spaceId)
    .executeTakeFirst()
  return request && isActive(request.status) ? { id: request.id, number: request.number } : undefined
}

/**
 * Throws 409 as long as the change request with the last conflict is open: another operation would decide it, also one on
 * another repository, branch or folder.
 */
export async function requireNoConflict(sql: Sql, spaceId: string): Promise<void> {
  const request = await changeRequestInTheWay(sql, spaceId)
  if (request)
    throw conflict(`Change request ${request.number} holds changes of the repository: merge or archive it first.`)
}

/**
 * Returns the time of the newest Git operation on a space that was performed; undefined if there was none. A time to come
 * says nothing: it would refuse all operations until then.
 */
export async function lastPerformedAt(sql: Sql, spaceId: string, now: Date): Promise<Date | undefined> {
  const row = await sql.selectFrom('space_git').select('at').where('space_id', '=', spaceId).executeTakeFirst()
  const at = row && new Date(row.at)
  return at && at <= now ? at : undefined
}

interface CommonState {
  commit: string
  /** A revision with the content of the commit. */
  revision: string
  at: Date
  /** The change request that holds what conflicted. */
  changeRequest?: string | null
  /** The tree that links out of the folder lead to in the revision. */
  treeUrl: string | null
  /** The live revision whose changes by people the repository has; absent if it has no more of them than before. */
  exported?: string
  /** True if the revision may have more than the commit. */
  isMore?: boolean
}

/**
 * Records what a space and a repository have in common now, in the transaction that makes it so and that has locked the
 * space. Throws 409 if the space is synchronized with another place meanwhile.
 */
export async function saveGitState(
  sql: Sql,
  spaceId: string,
  task: GitTask,
  { commit, revision, at, changeRequest = null, treeUrl, exported, isMore = false }: CommonState,
): Promise<void> {
  await requirePlace(sql, spaceId, task)
  await forgetPush(sql, spaceId)
  const columns = {
    ...{ source: sourceOfRemote(task, task.directory), ref: task.ref, commit_oid: commit, revision, at },
    ...{ change_request: changeRequest, tree_url: treeUrl, is_more: isMore },
  }
  const { source, ref } = columns
  // Another repository has none of the changes.
  const isSame = raw<boolean>`space_git.source = ${source} and space_git.ref = ${ref}`
  const before = raw<string | null>`case when ${isSame} then space_git.exported end`
  await sql
    .insertInto('space_git')
    .values({ space_id: spaceId, ...columns, exported: exported ?? null })
    .onConflict((on) => on.column('space_id').doUpdateSet({ ...columns, exported: exported ?? before }))
    .execute()
}

/** Returns the columns of a space whose Git provider the operation names; none if it names none. */
export function gitInfoOf(task: GitTask, now: Date): { git_sync?: GitSyncState } {
  if (!task.info) return {}
  const { provider, url } = task.info
  const info: GitSyncState = {
    repoName: nameOfRemote(task),
    ...(provider && { installationProvider: provider }),
    ...(url !== undefined && { url }),
    updatedAt: now.toISOString(),
  }
  return { git_sync: info }
}
