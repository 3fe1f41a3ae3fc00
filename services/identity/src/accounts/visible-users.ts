import { type Caller, notFound } from '@quire/kit'
import type { Kysely, SqlBool } from 'kysely'
import type { Tables } from '../database.ts'
import type { UserRow } from '../users/users.state.ts'

/**
 * Returns the caller, or a person in an organization whose members the caller may list; throws 404 for anybody else. The
 * conditions are those of that list: an enabled membership with a role, a token that is valid there, and single sign-on
 * if the organization demands it.
 */
export async function requireVisibleUser(sql: Kysely<Tables>, caller: Caller, id: string): Promise<VisibleUser> {
  const shared = sharedOrganizations(sql, caller, id)
  const row = await sql
    .selectFrom('user')
    .selectAll()
    .select(({ or, eb, exists }) =>
      or([eb('id', '=', caller.userId ?? ''), exists(shared.where('theirs.introduced', '=', true))]).as(
        'isProfileVisible',
      ),
    )
    .where('id', '=', id)
    .where(({ or, eb, exists }) => or([eb('id', '=', caller.userId ?? ''), exists(shared)]))
    .executeTakeFirst()
  if (!row) throw notFound('The user')
  return row
}

/** A person whom the caller may see; with name and photo only if their profile is visible in a common organization. */
type VisibleUser = UserRow & { isProfileVisible: SqlBool }

function sharedOrganizations(sql: Kysely<Tables>, { userId = '', kind, organizationId }: Caller, other: string) {
  let shared = sql
    .selectFrom('member as own')
    .innerJoin('member as theirs', 'theirs.organization_id', 'own.organization_id')
    .innerJoin('organization', 'organization.id', 'own.organization_id')
    .select('own.id')
    .where('own.user_id', '=', userId)
    .where('own.disabled', '=', false)
    .where('own.role', 'is not', null)
    .where('theirs.user_id', '=', other)
  if (organizationId !== undefined) shared = shared.where('own.organization_id', '=', organizationId)
  if (kind === 'saml') return shared
  return shared.where(({ or, eb }) => or([eb('organization.sso', '=', false), eb('own.role', '=', 'admin')]))
}
