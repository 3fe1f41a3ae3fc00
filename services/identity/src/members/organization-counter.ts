import { anyOf } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'

interface OfOrganization {
  organization_id: string
}

/**
 * Locks the organizations that people join, in the order of ids. Organizations are locked before members, as where a
 * membership ends; otherwise two writes about one person could wait for each other.
 */
export async function lockOrganizations(sql: Kysely<Tables>, joining: { organizationId: string }[]): Promise<void> {
  const ids = joining.map((one) => one.organizationId)
  await sql
    .selectFrom('organization')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Changes the member counters of these memberships' organizations, which must be locked. */
export async function countMembers(sql: Kysely<Tables>, members: OfOrganization[], by: 1 | -1): Promise<void> {
  const ids = members.map((one) => one.organization_id)
  await raw`
    update organization
    set members = organization.members + ${by} * changed.members
    from (select id, count(*)::int as members from unnest(${ids}::text[]) as id group by id) changed
    where organization.id = changed.id`.execute(sql)
}
