import { type RoleOrGuest, samlService } from '@quire/contracts'
import { badRequest, notFound } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { addMembers } from '../members/members.rules.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import { domainOf, emailKey } from '../users/emails.ts'
import type { UserRow } from '../users/users.state.ts'
import { acceptPendingInvites } from './invites.rules.ts'

/**
 * Joins an organization that admits the domain of the person's address. Throws 404 for other people and for disabled
 * members. If the organization demands single sign-on, throws 400 with the address to sign in at. Returns false for
 * somebody who is a member already.
 */
export async function joinByDomain(
  writer: Writer,
  user: UserRow,
  organizationId: string,
  publicUrl: string,
): Promise<boolean> {
  const { sql } = writer
  const find = async () => {
    const known = await findMembership(sql, organizationId, user.id)
    const found = await findOrganization(sql, organizationId)
    if (!found || (await isBarred(sql, { organizationId, user, known }))) throw unknownOrganization()
    return known ? undefined : open(found, user, publicUrl)
  }
  if (!(await find())) return false
  await lockOrganizations(sql, [{ organizationId }])
  // An organization that no longer allows the domain admits nobody.
  const organization = await find()
  if (organization) await join(writer, user, { organizationId, role: organization.default_role })
  return organization !== undefined
}

function open(organization: OrganizationRow, user: UserRow, publicUrl: string): OrganizationRow {
  if (!organization.email_domains.includes(domainOf(user.email))) throw unknownOrganization()
  if (organization.sso) throw badRequest('organizationId', signOnInstead(organization, publicUrl))
  return organization
}

const unknownOrganization = () => notFound('The organization')

function signOnInstead({ id, saml_provider }: OrganizationRow, publicUrl: string): string {
  const demand = 'is of an organization that requires single sign-on'
  if (saml_provider === null) return `${demand} and has no provider for it yet: ask an administrator`
  return `${demand}: join by signing in at ${samlService(publicUrl, { organizationId: id, id: saml_provider }).startURL}`
}

interface Entry {
  organizationId: string
  /** The role, unless the person's own address was invited: then the invitation decides. */
  role: RoleOrGuest
  /** The new membership's id, if already emitted. */
  memberId?: string
}

/** Makes the person a member. A person who became a member meanwhile keeps that membership. */
export async function join(writer: Writer, user: UserRow, { organizationId, role, memberId }: Entry): Promise<void> {
  await acceptPendingInvites(writer, user, { organizationId, memberId, introduced: true })
  await addMembers(writer, [{ id: memberId, organizationId, user, role, sso: false, introduced: true }])
}

/**
 * True for somebody whom the organization has disabled, or the operator: as this member, or under another account of the
 * same address, which is then the person's too.
 */
export async function isBarred(
  sql: Kysely<Tables>,
  { organizationId, user, known }: { organizationId: string; user: UserRow; known: { disabled: boolean } | undefined },
): Promise<boolean> {
  if (known) return known.disabled
  const namesakes = disabledMembers(sql, user.email).where('member.organization_id', '=', organizationId)
  return (await namesakes.executeTakeFirst()) !== undefined
}

/** Selects the memberships of an address that are disabled, or whose person is. */
export function disabledMembers(sql: Kysely<Tables>, email: string) {
  return sql
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select('member.id')
    .where(raw<boolean>`lower("user".email collate "C") = ${emailKey(email)}`)
    .where(({ or, eb }) => or([eb('member.disabled', '=', true), eb('user.disabled_at', 'is not', null)]))
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
