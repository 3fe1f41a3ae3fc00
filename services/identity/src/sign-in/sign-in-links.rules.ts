import { sessionLinkAddress } from '@quire/contracts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { acceptPendingInvites, findPendingInvite } from '../invites/invites.rules.ts'
import type { MemberRow } from '../members/members.state.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { findUsersByEmail, hasAddress } from '../users/emails.ts'
import { isEnabled } from '../users/enabled-account.ts'
import { createUser } from '../users/users.rules.ts'
import { linkHash, newLinkSecret } from './link-secrets.ts'

export type SignInLinkRow = Selectable<Tables['sign_in_link']>

const linkHours = 24

interface NewLink {
  email: string
  /** The organization that the link is limited to, and the administrator's membership; null for the operator. */
  by: { organizationId: string; memberId: string } | null
  publicUrl: string
  now: Date
}

/** Makes a link, which replaces an earlier one for the same address; returns its address and end. Only its hash is stored. */
export async function makeLink(
  sql: Kysely<Tables>,
  { email, by, publicUrl, now }: NewLink,
): Promise<{ url: string; expiresAt: Date }> {
  const secret = newLinkSecret()
  const expiresAt = new Date(now.getTime() + linkHours * 3600_000)
  const organizationId = by?.organizationId ?? null
  await sql
    .deleteFrom('sign_in_link')
    .where('organization_id', 'is not distinct from', organizationId)
    .where(hasAddress(email))
    .execute()
  await sql
    .insertInto('sign_in_link')
    .values({
      ...{ hash: linkHash(secret), email, organization_id: organizationId, made_by: by?.memberId ?? null },
      ...{ created_at: now, expires_at: expiresAt },
    })
    .execute()
  return { url: sessionLinkAddress(publicUrl, secret), expiresAt }
}

/** Selects a link that has not expired; whether it still works is found out when it is used. */
export const linkOf = (sql: Kysely<Tables>, secret: string, now: Date) =>
  sql.selectFrom('sign_in_link').where('sign_in_link.hash', '=', linkHash(secret)).where('expires_at', '>', now)

/** Uses up a link; undefined if it is none or has expired. Of two uses at once, one gets it. */
export function takeLink(sql: Kysely<Tables>, secret: string, now: Date): Promise<SignInLinkRow | undefined> {
  return sql
    .deleteFrom('sign_in_link')
    .where('hash', '=', linkHash(secret))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Returns what an administrator may make a link for: an invited address, or a member whom the organization vouches for. */
export async function linkedPerson(
  sql: Kysely<Tables>,
  organizationId: string,
  email: string,
): Promise<'proved' | 'vouched' | 'invited' | undefined> {
  const [account] = (await findUsersByEmail(sql, [email], organizationId)).values()
  if (account) {
    const member = await findMember(sql, organizationId, account.id)
    if (!member) return undefined
    return account.vouched_by === organizationId ? 'vouched' : 'proved'
  }
  return (await findPendingInvite(sql, organizationId, email)) ? 'invited' : undefined
}

/**
 * Returns the membership that a link of an administrator opens, a new one for an invited address; undefined if the link does
 * not work any more. It does not if the administrator is none any more, if the organization demands single sign-on, if the
 * invitation or membership has ended or is disabled, and if the address has an account that its owner has proved.
 */
export async function admitByLink(
  writer: Writer,
  { email, organization_id, made_by }: SignInLinkRow,
  origin: string | undefined,
): Promise<MemberRow | undefined> {
  const { sql } = writer
  const organizationId = organization_id ?? ''
  // Organizations are locked before accounts, as where people are invited.
  await lockOrganizations(sql, [{ organizationId }])
  if (!(await isAnsweredFor(sql, organizationId, made_by))) return undefined
  await lockAccounts(sql, 'creating')
  const kind = await linkedPerson(sql, organizationId, email)
  if (kind === 'invited') {
    const displayName = email.slice(0, email.lastIndexOf('@'))
    const user = await createUser(writer, { email, displayName, vouchedBy: organizationId, origin })
    await acceptPendingInvites(writer, user, { organizationId })
  } else if (kind !== 'vouched') return undefined
  const [account] = (await findUsersByEmail(sql, [email], organizationId)).values()
  const member = account && (await findMember(sql, organizationId, account.id))
  return member && !member.disabled && (await isEnabled(sql, member.user_id)) ? member : undefined
}

/**
 * True while the member who made a link is an administrator whom nobody has disabled, neither there nor in the whole
 * installation, and the organization does not demand single sign-on.
 */
async function isAnsweredFor(sql: Kysely<Tables>, organizationId: string, memberId: string | null): Promise<boolean> {
  const maker = await sql
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select('member.id')
    .where('member.id', '=', memberId)
    .where('member.organization_id', '=', organizationId)
    .where('member.role', '=', 'admin')
    .where('member.disabled', '=', false)
    .where('user.disabled_at', 'is', null)
    .where('organization.sso', '=', false)
    .executeTakeFirst()
  return maker !== undefined
}

const findMember = (sql: Kysely<Tables>, organizationId: string, userId: string) =>
  sql
    .selectFrom('member')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Deletes links that have expired. */
export async function deleteExpiredSignInLinks(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql.deleteFrom('sign_in_link').where('expires_at', '<', now).execute()
}
