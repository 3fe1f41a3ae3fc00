import { createHash, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Sql } from '../../database.ts'
import type { GitTables, GitTask } from '../../tables/git.tables.ts'
import { type StandingWork, stillActing } from '../../workspace/still-acting.ts'
import { requireSecret } from '../open-secret.ts'
import type { SshKeys } from '../ssh-files.ts'

export type GitSyncRow = Selectable<GitTables['git_sync']>

/** Where the secrets of a synchronization are sealed. */
export const sealedAt = (spaceId: string, name: 'secret' | 'webhook_secret' | 'ssh_key') =>
  `git_sync.${spaceId}.${name}`

/** Finds the synchronization of a space; undefined if it has none. */
export const findGitSync = (sql: Sql, spaceId: string): Promise<GitSyncRow | undefined> =>
  sql.selectFrom('git_sync').selectAll().where('id', '=', spaceId).executeTakeFirst()

/**
 * Checks that the person who set up a synchronization may still edit its space: whatever is done for it, is done in their
 * name and with their credentials. Throws the refusal that they would get.
 */
export const stillSynchronizing = (
  sql: Sql,
  sync: StandingWork & Pick<GitSyncRow, 'id'>,
  deps: Parameters<typeof stillActing>[3],
): Promise<void> => stillActing(sql, sync, { spaceId: sync.id, role: 'edit' }, deps)

/** The remote, branch and folder that an SSH key serves. */
type KeyUse = Pick<GitTask, 'url' | 'ref' | 'directory' | 'preview'>

/**
 * Returns the key by which a space signs in at the repository of its synchronization. It serves the branch and the folder
 * of the synchronization, and previews of pull requests, which this system alone asks for: whoever may edit the space
 * decides what the synchronization transfers, and not where else its key leads.
 */
export async function sshKeysOf(sql: Sql, sealer: Sealer, spaceId: string, use: KeyUse): Promise<SshKeys | undefined> {
  const row = await findGitSync(sql, spaceId)
  const isSame = row?.url === use.url && row.directory === use.directory
  if (!row?.ssh_key || !isSame || (row.ref !== use.ref && use.preview === undefined)) return undefined
  return { privateKey: requireSecret(sealer, row.ssh_key, sealedAt(spaceId, 'ssh_key')), knownHosts: row.known_hosts }
}

/** Records the keys that the server showed, unless others are known. */
export async function saveKnownHosts(sql: Sql, spaceId: string, knownHosts: string): Promise<void> {
  const row = sql.updateTable('git_sync').set({ known_hosts: knownHosts }).where('id', '=', spaceId)
  await row.where('known_hosts', '=', '').execute()
}

/** Compares secrets in a time that does not depend on where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
