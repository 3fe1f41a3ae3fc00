import { anyOf } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'

/**
 * Records that an administrator, or the organization's provider itself, names the addresses of these accounts, and not a token
 * for SCIM alone: their owners can prove them (docs/adr/0069). Only accounts that the organization vouches for count.
 */
export async function assertAddresses(
  sql: Kysely<Tables>,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql
    .updateTable('user')
    .set({ address_by_scim: false })
    .where('id', '=', anyOf(userIds))
    .where('vouched_by', '=', organizationId)
    .where('address_by_scim', '=', true)
    .execute()
}
