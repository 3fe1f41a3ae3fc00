import { newId, type Sealer } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { GitTask } from '../../tables/git.tables.ts'
import { secretOf } from '../git-task.ts'
import { requireSecret } from '../open-secret.ts'
import { type GitSyncRow, sealedAt } from './sync-rows.ts'

/** Returns the operation that brings one side of a synchronization to the other. */
export const taskOf = (row: GitSyncRow, direction: GitTask['direction']): GitTask => ({
  direction,
  ...{ url: row.url, ref: row.ref, directory: row.directory, cacheId: 'sync' },
  ...(row.tree_url !== null && { treeUrl: withoutFolder(row.tree_url, row.directory) }),
  ...(row.commit_url !== null && { commitUrl: row.commit_url }),
})

/** Links that lead out of the folder begin at the root of the repository. */
const withoutFolder = (treeUrl: string, directory: string) => {
  const end = `/${directory.split('/').map(encodeURIComponent).join('/')}`
  return directory !== '' && treeUrl.endsWith(end) ? treeUrl.slice(0, -end.length) : treeUrl
}

/** Inserts a run in the name of the person who set up the synchronization, with its credentials; returns its id. */
export async function insertRun(
  sql: Sql,
  { row, task, sealer, now }: { row: GitSyncRow; task: GitTask; sealer: Sealer; now: Date },
): Promise<string> {
  const id = newId()
  const secret = row.secret === null ? null : requireSecret(sealer, row.secret, sealedAt(row.id, 'secret'))
  await sql
    .insertInto('import_run')
    .values({
      ...{ id, organization_id: row.organization_id, space_id: row.id, change_request_id: null, page_id: null },
      ...{ source: task.direction === 'import' ? 'git' : 'git-export', url: row.url, files: null, is_call: false },
      git: JSON.stringify(task),
      git_secret: secret === null ? null : sealer.seal(secret, secretOf(id)),
      git_at: now,
      ...{ user_id: row.user_id, member_id: row.member_id, token_kind: row.token_kind, token_id: null },
      ...{ account: row.account, origin: row.origin, status: 'pending', created_at: now, updated_at: now },
      ...{ repetition: null, unused_files: null, unused_bytes: null, refusal: null, reason: null, revision: null },
      ...{ started_at: null, completed_at: null, claim: null, claimed_until: null, git_commit: null },
    })
    .execute()
  return id
}
