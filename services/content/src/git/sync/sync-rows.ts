import { createHash, timingSafeEqual } from 'node:crypto'
import { actingOnSpace } from '@quire/access'
import { forbidden, type Sealer } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Sql } from '../../database.ts'
import type { GitTables, GitTask } from '../../tables/git.tables.ts'
import { requireSecret } from '../open-secret.ts'
import type { SshKeys } from '../ssh-files.ts'

export type GitSyncRow = Selectable<GitTables['git_sync']>

/** Where the secrets of a synchronization are sealed. */
export const sealedAt = (spaceId: string, name: 'secret' | 'webhook_secret' | 'ssh_key') =>
  `git_sync.${spaceId}.${name}`

/** Finds the synchronization of a space; undefined if it has none. */
export const findGitSync = (sql: Sql, spaceId: string): Promise<GitSyncRow | undefined> =>
  sql.selectFrom('git_sync').selectAll().where('id', '=', spaceId).executeTakeFirst()

/** The time without a sign-in through single sign-on after which an organization that demands it takes no more. */
const signOnMs = 30 * 24 * 3600_000

/**
 * Checks that the person who set up a synchronization may still edit its space: whatever is done for it, is done in their
 * name and with their credentials. Throws the refusal that they would get, and 403 where the organization demands single
 * sign-on and the person has not come by it for a month: its token ended long ago, and nobody knows that the provider would
 * let them in.
 */
export async function stillActing(
  sql: Sql,
  sync: Pick<GitSyncRow, 'id' | 'organization_id' | 'user_id' | 'member_id' | 'token_kind'>,
  deps: Parameters<typeof actingOnSpace>[3] & { now: () => Date },
): Promise<void> {
  const person = { userId: sync.user_id, memberId: sync.member_id, kind: sync.token_kind, tokenId: null }
  const target = { spaceId: sync.id, organizationId: sync.organization_id, role: 'edit' as const }
  const { member } = await actingOnSpace(sql, person, target, deps)
  if (!member.sso || member.role === 'admin') return
  const row = await sql.selectFrom('member').select('state').where('id', '=', sync.member_id).executeTakeFirst()
  // Nobody but who signed in there is active in an organization that demands it.
  const activeAt = row?.state.lastSeenAt
  if (activeAt == null || Date.parse(activeAt) < deps.now().getTime() - signOnMs)
    throw forbidden(
      'Whoever set up the synchronization has not signed in through single sign-on for 30 days: it goes on when they do, or when somebody else sets it up.',
    )
}

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
