import { actingOnSpace } from '@quire/access'
import type { Sql } from '../../database.ts'
import type { GitSyncRow } from './sync-rows.ts'

/**
 * Checks that the person who set up a synchronization may still edit its space: whatever is done for it, is done in their
 * name and with their credentials. Throws the refusal that they would get.
 */
export async function stillActing(
  sql: Sql,
  sync: Pick<GitSyncRow, 'id' | 'organization_id' | 'user_id' | 'member_id' | 'token_kind'>,
  deps: Parameters<typeof actingOnSpace>[3],
): Promise<void> {
  const person = { userId: sync.user_id, memberId: sync.member_id, kind: sync.token_kind, tokenId: null }
  await actingOnSpace(sql, person, { spaceId: sync.id, organizationId: sync.organization_id, role: 'edit' }, deps)
}
