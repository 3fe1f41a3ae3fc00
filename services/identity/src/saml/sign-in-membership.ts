import { assertAddresses } from '../accounts/asserted-addresses.ts'
import type { Writer } from '../database.ts'
import { acceptPendingInvites, findPendingInvite } from '../invites/invites.rules.ts'
import { addMembers, changeMember } from '../members/members.rules.ts'
import type { MemberRow } from '../members/members.state.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import { changeTeamMembers } from '../teams/team-members.rules.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { domainOf, findUsersByEmail } from '../users/emails.ts'
import { isEnabled } from '../users/enabled-account.ts'
import { createUser } from '../users/users.rules.ts'
import type { Person } from './person.ts'
import type { ActiveProvider } from './saml.rules.ts'

/**
 * Returns the membership for a sign-in: the person's existing one, or a new one if they may join by this sign-in.
 * Without a membership if they may not, or if it or the person is disabled. Emits all changes.
 */
export async function admit(
  writer: Writer,
  provider: ActiveProvider,
  person: Person & { origin: string | undefined },
): Promise<{ membership: MemberRow | undefined; isNew: boolean }> {
  const known = await findMember(writer, provider, person)
  const member = known ?? (await join(writer, provider, person))
  const isNew = known === undefined
  if (!member || member.disabled) return { membership: undefined, isNew }
  await assertAddresses(writer.sql, provider.organization_id, [member.user_id])
  if (!(await isEnabled(writer.sql, member.user_id))) return { membership: undefined, isNew }
  return { membership: member.sso ? member : await changeMember(writer, member.id, { sso: true }), isNew }
}

async function findAccount({ sql }: Writer, { organization_id }: ActiveProvider, { email }: Person) {
  const [account] = (await findUsersByEmail(sql, [email], organization_id)).values()
  return account
}

async function findMember(writer: Writer, provider: ActiveProvider, person: Person) {
  const account = await findAccount(writer, provider, person)
  if (!account) return undefined
  return writer.sql
    .selectFrom('member')
    .selectAll()
    .where('organization_id', '=', provider.organization_id)
    .where('user_id', '=', account.id)
    .executeTakeFirst()
}

/**
 * Adds the membership of an invited address, or of a new address of the organization's domains. A person who has an
 * account does not join by their domain: a provider must not decide about an account that it did not create. An account
 * that another organization's provider created does not count here (docs/adr/0014).
 */
async function join(
  writer: Writer,
  provider: ActiveProvider,
  person: Person & { origin: string | undefined },
): Promise<MemberRow | undefined> {
  // The locks prevent that meanwhile the address is invited, the organization's domains change, or an account is created.
  await lockOrganizations(writer.sql, [{ organizationId: provider.organization_id }])
  await lockAccounts(writer.sql, 'creating')
  const sinceThen = await findMember(writer, provider, person)
  if (sinceThen) return sinceThen
  const { organization_id: organizationId, default_role: role } = provider
  const account = await findAccount(writer, provider, person)
  const invited = (await findPendingInvite(writer.sql, organizationId, person.email)) !== undefined
  if (!invited && (account || !(await isOpenTo(writer, provider, person)))) return undefined
  const user = account ?? (await createUser(writer, { ...person, vouchedBy: organizationId }))
  if (invited) await acceptPendingInvites(writer, user, { organizationId })
  else {
    await addMembers(writer, [{ organizationId, user, role, sso: true }])
    // The invitation of anybody else says what they get: a guest is none of the team's.
    await joinDefaultTeam(writer, provider, user.id)
  }
  return findMember(writer, provider, person)
}

async function isOpenTo({ sql }: Writer, { organization_id }: ActiveProvider, { email }: Person): Promise<boolean> {
  const { email_domains } = await sql
    .selectFrom('organization')
    .select('email_domains')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  return email_domains.includes(domainOf(email))
}

/** Adds the person to the provider's default team; skips a team that no longer exists. */
async function joinDefaultTeam(writer: Writer, provider: ActiveProvider, userId: string): Promise<void> {
  const { organization_id: organizationId, default_team } = provider
  const team = await writer.sql
    .selectFrom('team')
    .select('id')
    .where('id', '=', default_team)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!team) return
  const put = new Map([[userId, undefined]])
  await changeTeamMembers(writer, { organizationId, teamId: team.id, put, remove: new Set() })
}
