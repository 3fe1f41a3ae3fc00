import { type RoleOrGuest, samlService } from '@quire/contracts'
import { badRequest, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Writer } from '../context.ts'
import { addMembers } from '../members/members.rules.ts'
import type { OrganizationRow } from '../organizations/organizations.events.ts'
import type { Tables } from '../tables.ts'
import { domainOf } from '../users/emails.ts'
import type { UserRow } from '../users/users.events.ts'
import { acceptPendingInvites } from './invites.rules.ts'

/**
 * Joins an organization that is open to the domain of the person's address; others, and disabled members, see no
 * organization (404). Where it demands single sign-on, 400 says where that is.
 */
export async function joinByDomain(
  writer: Writer,
  user: UserRow,
  organizationId: string,
  publicUrl: string,
): Promise<void> {
  const organization = await findOrganization(writer.sql, organizationId)
  if (!organization) throw unknownOrganization()
  const known = await findMembership(writer.sql, organizationId, user.id)
  if (known?.disabled) throw unknownOrganization()
  if (known) return
  if (!organization.email_domains.includes(domainOf(user.email))) throw unknownOrganization()
  if (organization.sso) throw badRequest('organizationId', signOnInstead(organization, publicUrl))
  await join(writer, user, { organizationId, role: organization.default_role })
}

const unknownOrganization = () => notFound('The organization')

function signOnInstead({ id, saml_provider }: OrganizationRow, publicUrl: string): string {
  const demand = 'is of an organization that requires single sign-on'
  if (saml_provider === null) return `${demand} and has no provider for it yet: ask an administrator`
  return `${demand}: join by signing in at ${samlService(publicUrl, { organizationId: id, id: saml_provider }).startURL}`
}

interface Entry {
  organizationId: string
  /** Where their own address was not invited; such an invitation decides it. */
  role: RoleOrGuest
  /** The new membership's id, where it was told already. */
  memberId?: string
}

/** Makes the person a member; who became one meanwhile stays as they are. */
export async function join(writer: Writer, user: UserRow, { organizationId, role, memberId }: Entry): Promise<void> {
  await acceptPendingInvites(writer, user, { organizationId, memberId })
  await addMembers(writer, [{ id: memberId, organizationId, user, role, sso: false }])
}

export function findMembership(sql: Kysely<Tables>, organizationId: string, userId: string) {
  return sql
    .selectFrom('member')
    .select(['id', 'role', 'disabled'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

function findOrganization(sql: Kysely<Tables>, id: string): Promise<OrganizationRow | undefined> {
  return sql.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()
}
