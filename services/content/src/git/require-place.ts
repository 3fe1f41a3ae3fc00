import { conflict } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { GitTask } from '../tables/git.tables.ts'
import { sourceOfRemote } from './git-remote.ts'

type Place = Pick<GitTask, 'url' | 'ref' | 'directory'>

/** True for the same branch of the same folder and address. */
const isSamePlace = (one: Place, other: Place): boolean =>
  one.ref === other.ref && sourceOfRemote(one, one.directory) === sourceOfRemote(other, other.directory)

/**
 * Throws 409 for an operation on another repository, branch or folder than the space is synchronized with: what both have in
 * common would be forgotten, and the next look would take one side for all. A revision beside the live content changes
 * nothing of that. Throws 409 also for what a synchronization began that was removed, paused or set up otherwise since. One
 * that is paused has nothing to lose: it begins anew when somebody sets it up again.
 */
export async function requirePlace(sql: Sql, spaceId: string, task: GitTask): Promise<void> {
  if (task.direction === 'import' && task.standalone) return
  const sync = await sql
    .selectFrom('git_sync')
    .select(['url', 'ref', 'directory'])
    .where('id', '=', spaceId)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  if (sync && isSamePlace(sync, task)) return
  if (task.look) throw conflict('The synchronization that began this was removed, paused or set up otherwise.')
  if (!sync) return
  const { url, ref, directory } = sync
  const folder = directory === '' ? '' : ` in the folder ${directory}`
  throw conflict(
    `The space is synchronized with ${ref} at ${url}${folder}: name exactly these, or remove the synchronization first.`,
  )
}
