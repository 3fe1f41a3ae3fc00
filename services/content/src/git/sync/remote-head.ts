import type { Sealer } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { type GitRemote, parseRemote } from '../git-remote.ts'
import { type GitNeeds, openRepository } from '../git-repository.ts'
import { requireSecret } from '../open-secret.ts'
import { type GitSyncRow, saveKnownHosts, sealedAt, sshKeysOf } from './sync-rows.ts'

/** Returns the repository of a synchronization, with its credentials. */
export function remoteOf(sealer: Sealer, row: GitSyncRow): GitRemote {
  const credentials =
    row.secret === null ? undefined : JSON.parse(requireSecret(sealer, row.secret, sealedAt(row.id, 'secret')))
  return { ...parseRemote(row.url, 'body.url'), ...(credentials && { credentials }) }
}

/**
 * Asks the server of a synchronization for the commit at a ref; undefined if it offers none. `preview` names the preview
 * whose pull request the ref belongs to. Records the server's keys of SSH if they are seen first.
 */
export async function headOf(
  sql: Sql,
  git: GitNeeds & { sealer: Sealer },
  { row, ref, preview, signal }: { row: GitSyncRow; ref: string; preview?: string; signal: AbortSignal },
): Promise<string | undefined> {
  const remote = remoteOf(git.sealer, row)
  const use = { url: row.url, ref, directory: row.directory, ...(preview !== undefined && { preview }) }
  const ssh = remote.transport === 'ssh' ? await sshKeysOf(sql, git.sealer, row.id, use) : undefined
  await using repository = await openRepository(git, { remote, ssh, signal })
  const head = await repository.head(ref)
  const knownHosts = await repository.knownHosts()
  if (ssh && ssh.knownHosts === '' && knownHosts !== '') await saveKnownHosts(sql, row.id, knownHosts)
  return head
}
