import type { Sql } from '../../database.ts'
import type { GitLook, GitTask } from '../../tables/git.tables.ts'
import { takesNoPush } from '../git-repository.ts'
import { changeRequestInTheWay, findGitState } from '../git-state.ts'
import type { GitRunNeeds } from '../git-task.ts'
import { findPush } from '../pushes.ts'
import { findFailures } from './find-failures.ts'
import { headOf } from './remote-head.ts'
import type { GitSyncRow } from './sync-rows.ts'
import { taskOf } from './sync-runs.ts'

/** The operation that a look finds to be done; or why nothing can be done, null if there is nothing to do. */
export type Difference = { task: GitTask } | { blocked: string | null }

/** What was pushed to a space that people may not edit. */
export const waitsForLock: Difference = { blocked: 'The space is locked: what was pushed waits until it is not.' }

interface Looking {
  sql: Sql
  git: GitRunNeeds
  now: Date
  space: { revision: string; edit_mode: 'live' | 'locked' }
  signal: AbortSignal
}

/** Finds what is to be done about both sides of a synchronization. What failed is not begun again too soon. */
export async function findDifference(looking: Looking, row: GitSyncRow): Promise<Difference> {
  const { sql, git, now, space, signal } = looking
  const head = await headOf(sql, git, { row, ref: row.ref, signal })
  const found = await directionOf(looking, row, head)
  if ('blocked' in found) return found
  if (found.direction === 'import' && space.edit_mode === 'locked') return waitsForLock
  const look: GitLook = { head: head ?? null, live: space.revision, wishes: row.wishes }
  const task: GitTask = { ...taskOf(row, found.direction), look }
  const failures = await findFailures(sql, row, task)
  // Pages from before the first import change nothing: a repository that is only read need not be asked again to take them.
  const isForGood = found.isForMore === true && failures?.reason.includes(takesNoPush)
  if (failures && (isForGood || now < failures.until)) return { blocked: failures.reason }
  return { task }
}

interface Direction {
  direction: GitTask['direction']
  /** True if the repository lacks only what the first import left in place. */
  isForMore?: boolean
}

/** Finds which side has what the other lacks: first that of the repository, then that of the space. A conflict blocks both. */
async function directionOf(
  { sql, space }: Looking,
  row: GitSyncRow,
  head: string | undefined,
): Promise<Direction | { blocked: string | null }> {
  const place = taskOf(row, 'import')
  const state = await findGitState(sql, row.id, place)
  const isPushed = head !== undefined && head !== state?.commit_oid
  const isSame = state !== undefined && head !== undefined && !isPushed && state.revision === space.revision
  if (isSame && !state.is_more) return { blocked: null }
  const request = await changeRequestInTheWay(sql, row.id)
  if (request)
    return { blocked: `Change request ${request.number} holds changes of the repository: merge or archive it.` }
  // An export records what was pushed by one that ended before it could.
  if (isPushed && (await findPush(sql, row.id, place))?.commit_oid === head) return { direction: 'export' }
  if (!state) return { direction: head === undefined ? 'export' : row.direction }
  // A branch that is gone, as servers remove it after a merge, may not be wanted back; and the default branch has moved on.
  if (head === undefined)
    return { blocked: `The repository has no ${row.ref} any more: make it again, or choose another branch.` }
  return { direction: isPushed ? 'import' : 'export', isForMore: isSame }
}
