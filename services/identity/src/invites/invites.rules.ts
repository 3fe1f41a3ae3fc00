import type { RoleOrGuest } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Writer } from '../database.ts'
import { addMembers } from '../members/members.rules.ts'
import type { MemberRow } from '../members/members.state.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import { emailKey, hasAddress } from '../users/emails.ts'
import type { UserRow } from '../users/users.state.ts'

/** An invitation of one address into one organization; unspecified fields are undefined. */
export interface Invitation {
  email: string
  role: RoleOrGuest | undefined
  sso: boolean | undefined
}

interface InviteOptions {
  organizationId: string
  /** The role of addresses that are invited without one. */
  defaultRole: RoleOrGuest
}

/**
 * Stores invitations of addresses without an account; returns the addresses that were not invited before. An address that
 * was invited before gets the new role and single sign-on mark, if given.
 */
export async function storePendingInvites(
  sql: Writer['sql'],
  { organizationId, defaultRole }: InviteOptions,
  invitations: Invitation[],
): Promise<string[]> {
  if (invitations.length === 0) return []
  const rows = await sql
    .insertInto('pending_invite')
    .values(
      invitations.map(({ email, role, sso }) => ({
        organization_id: organizationId,
        email,
        role: role === undefined ? defaultRole : role,
        sso: sso ?? false,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .execute()
  const stored = new Set(rows.map((row) => row.email))
  await renewPendingInvites(
    sql,
    organizationId,
    invitations.filter(({ email }) => !stored.has(email)),
  )
  return [...stored]
}

async function renewPendingInvites(sql: Writer['sql'], organizationId: string, invitations: Invitation[]) {
  const said = invitations.filter(({ role, sso }) => role !== undefined || sso !== undefined)
  if (said.length === 0) return
  const emails = said.map((one) => emailKey(one.email))
  const hasRole = said.map((one) => one.role !== undefined)
  const roles = said.map((one) => one.role ?? null)
  const ssos = said.map((one) => one.sso ?? null)
  await raw`
    update pending_invite
    set role = case when given.has_role then given.role else pending_invite.role end,
      sso = coalesce(given.sso, pending_invite.sso)
    from unnest(${emails}::text[], ${hasRole}::boolean[], ${roles}::text[], ${ssos}::boolean[])
      as given (email, has_role, role, sso)
    where organization_id = ${organizationId} and lower(pending_invite.email collate "C") = given.email`.execute(sql)
}

interface Acceptance {
  organizationId: string
  /** Id for the membership. Default: a new one. */
  memberId?: string | undefined
  /** True if the person joins by themselves, so that their profile is visible. */
  introduced?: boolean
}

/** Finds the pending invitation of an address into one organization. */
export function findPendingInvite(sql: Writer['sql'], organizationId: string, email: string) {
  return sql
    .selectFrom('pending_invite')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where(hasAddress(email))
    .executeTakeFirst()
}

/** Returns the organizations that have invited an address. */
export function invitingOrganizations(sql: Writer['sql'], email: string): Promise<{ organizationId: string }[]> {
  return sql.selectFrom('pending_invite').select('organization_id as organizationId').where(hasAddress(email)).execute()
}

/** Turns the pending invitations of this person's address into memberships; with `only` those of one organization. */
export async function acceptPendingInvites(writer: Writer, user: UserRow, only?: Acceptance): Promise<void> {
  const { sql } = writer
  const isTheirs = hasAddress(user.email)
  const all = await invitingOrganizations(sql, user.email)
  const organizations = only ? all.filter(({ organizationId }) => organizationId === only.organizationId) : all
  if (organizations.length === 0) return
  // Organizations are locked before invitations, in the same order as where a membership ends.
  await lockOrganizations(sql, organizations)
  const ids = organizations.map((one) => one.organizationId)
  const invites = await sql
    .deleteFrom('pending_invite')
    .where(isTheirs)
    .where('organization_id', '=', anyOf(ids))
    .returningAll()
    .execute()
  const joining = invites.map(({ organization_id: organizationId, role, sso }) => ({
    id: only?.memberId,
    organizationId,
    user,
    role,
    sso,
    introduced: only?.introduced ?? false,
  }))
  await addMembers(writer, joining)
}

/** Withdraws the pending invitation of a leaving member's address: their next sign-in must not bring them back. */
export async function withdrawPendingInvite(sql: Writer['sql'], leaving: MemberRow): Promise<void> {
  await sql
    .deleteFrom('pending_invite')
    .where('organization_id', '=', leaving.organization_id)
    .where(
      raw<boolean>`lower(pending_invite.email collate "C") =
        (select lower("user".email collate "C") from "user" where "user".id = ${leaving.user_id})`,
    )
    .execute()
}
