import { Email, type ScimUser, type ScimUserInput, scimSchemas, timestamp, user } from '@quire/contracts'
import { notFound, ScimRefusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables, Writer } from '../database.ts'
import { acceptPendingInvites, findPendingInvite } from '../invites/invites.rules.ts'
import { updateSearchNames } from '../members/member-search.ts'
import { membersWithUsers } from '../members/members.present.ts'
import { addMembers, changeMember, requireAnotherAdmin } from '../members/members.rules.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { accountsWith, emailKey, findUsersByEmail } from '../users/emails.ts'
import { createUser } from '../users/users.rules.ts'
import { type UserRow, userState } from '../users/users.state.ts'
import type { Attributes } from './filters.ts'
import { locationOf, type lockProvisioned, requireFreeName } from './lists.ts'

type Organization = Awaited<ReturnType<typeof lockProvisioned>>

const maxNameLength = 64

const address: Attributes[string] = { value: raw`lower("user".email collate "C")`, kind: 'text' }
/** The name that the organization sees: the address of a person who has not come yet. */
const name: Attributes[string] = { value: raw`split_part(member.search, E'\n', 1)`, kind: 'text' }

export const userAttributes: Attributes = {
  id: { value: raw`member.user_id`, kind: 'text', isExact: true },
  externalid: { value: raw`member.external_id`, kind: 'text', isExact: true },
  username: address,
  'emails.value': address,
  'emails.type': { value: raw`'work'`, kind: 'text' },
  displayname: name,
  'name.formatted': name,
  active: { value: raw`(not member.disabled)`, kind: 'flag' },
}

/** Selects the members of an organization as SCIM presents them. */
export const provisionedMembers = (sql: Kysely<Tables>, organizationId: string) =>
  membersWithUsers(sql)
    // The rows of a deleted organization stay for a while.
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select(['member.external_id', 'user.vouched_by'])
    .where('member.organization_id', '=', organizationId)

export type ProvisionedMember = Awaited<ReturnType<typeof requireProvisioned>>

export async function requireProvisioned(sql: Kysely<Tables>, organizationId: string, userId: string) {
  const row = await provisionedMembers(sql, organizationId).where('member.user_id', '=', userId).executeTakeFirst()
  if (!row) throw notFound('The user')
  return row
}

export function presentUserResource(row: ProvisionedMember, publicUrl: string): ScimUser {
  const { user_id: id, email, external_id } = row
  const displayName = row.introduced ? row.display_name : email
  return {
    schemas: [scimSchemas.user],
    id,
    ...(external_id !== null && { externalId: external_id }),
    userName: email,
    displayName,
    name: { formatted: displayName },
    emails: [{ value: email, type: 'work', primary: true }],
    active: !row.disabled,
    meta: {
      resourceType: 'User',
      location: locationOf(publicUrl, row.organization_id, 'Users', id),
      created: timestamp(row.joined_at),
    },
  }
}

/**
 * Makes a person a member, with the role of their invitation or else the organization's default. An address without an
 * account gets one that the organization vouches for, as a first sign-in through its provider does (docs/adr/0014). Throws
 * 409 if the person is a member. The organization must be locked.
 */
export async function provision(writer: Writer, organization: Organization, input: ScimUserInput): Promise<string> {
  const { sql } = writer
  const { id: organizationId, default_role: role } = organization
  const email = addressOf(input)
  await requireFreeName(sql, 'member', organizationId, input.externalId)
  await lockAccounts(sql, 'creating')
  const [known] = (await findUsersByEmail(sql, [email], organizationId)).values()
  const person =
    known ??
    (await createUser(writer, {
      ...{ email, displayName: nameOf(input) ?? localPart(email) },
      // Whom an administrator has invited is named by more than a token for SCIM.
      ...{ vouchedBy: organizationId, addressByScim: !(await findPendingInvite(sql, organizationId, email)) },
    }))
  if (await memberOf(sql, organizationId, person.id)) {
    throw new ScimRefusal(409, 'uniqueness', `body.userName: ${email} is a member of the organization already.`)
  }
  await acceptPendingInvites(writer, person, { organizationId })
  await addMembers(writer, [{ organizationId, user: person, role, sso: false }])
  const { id } = await requireProvisioned(sql, organizationId, person.id)
  const { active, externalId } = input
  if (active === false || externalId != null)
    await changeMember(writer, id, { disabled: active === false, external_id: externalId ?? null })
  return person.id
}

type Applying = Writer & Pick<Context, 'now' | 'audit'>

/**
 * Applies what the provider says of a member; absent attributes stay unchanged. The name and the address change only in
 * accounts that the organization vouches for: everybody else's are their own. A new address ends the sign-ins of the member,
 * and that of an administrator stays. Who is disabled with an address that has to stay is disabled all the same: providers
 * send both at once. The organization and the member must be locked.
 */
export async function applyToMember(writer: Applying, before: ProvisionedMember, input: ScimUserInput): Promise<void> {
  const { active = !before.disabled, externalId } = input
  const disabled = active === false
  const changes = {
    ...(disabled !== before.disabled && { disabled }),
    ...(externalId !== undefined && externalId !== before.external_id && { external_id: externalId }),
  }
  if (changes.external_id) await requireFreeName(writer.sql, 'member', before.organization_id, changes.external_id)
  if (changes.disabled) await requireAnotherAdmin(writer.sql, before)
  if (Object.keys(changes).length > 0) await changeMember(writer, before.id, changes)
  await applyToAccount(writer, before, input)
}

const fixedAddress = (isVouched: boolean) =>
  isVouched
    ? 'body.userName: is the address of an administrator: another administrator gives them another role first.'
    : 'body.userName: the person proved this address and alone can change it.'

async function applyToAccount(writer: Applying, before: ProvisionedMember, input: ScimUserInput): Promise<void> {
  const { sql, emit } = writer
  const email = addressOf(input)
  const isVouched = before.vouched_by === before.organization_id
  const isOther = emailKey(email) !== emailKey(before.email)
  const isMoved = isOther && isVouched && before.role !== 'admin'
  if (isOther && !isMoved && input.active !== false) throw new ScimRefusal(400, 'mutability', fixedAddress(isVouched))
  const displayName = nameOf(input) ?? before.display_name
  if (!isVouched || (!isMoved && displayName === before.display_name)) return
  if (isMoved) await requireFreeAddress(sql, before, email)
  const row: UserRow | undefined = await sql
    .updateTable('user')
    .set((set) => ({
      email: isOther && !isMoved ? before.email : email,
      display_name: displayName,
      version: set('version', '+', 1),
    }))
    .$if(isMoved, (update) => update.set({ address_by_scim: true }))
    .where('id', '=', before.user_id)
    .where('vouched_by', '=', before.organization_id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  await updateSearchNames(sql, row)
  emit(user.saved, userState(row))
  if (isMoved) await endSignIns(writer, before, email)
}

/** Ends the sign-ins of the address that a member had before, and records both addresses. */
async function endSignIns(writer: Applying, { id, email: from }: ProvisionedMember, to: string): Promise<void> {
  await writer.sql.deleteFrom('sign_in_code').where('member_id', '=', id).execute()
  await revokeTokens(writer, { member_id: id })
  writer.audit({ payload: { movedAddress: { from, to } } })
}

async function requireFreeAddress(sql: Kysely<Tables>, { organization_id }: ProvisionedMember, email: string) {
  await lockAccounts(sql, 'creating')
  const others = await accountsWith(sql, [email]).execute()
  if (others.some(({ vouched_by }) => vouched_by === null || vouched_by === organization_id))
    throw new ScimRefusal(409, 'uniqueness', `body.userName: ${email} belongs to another account.`)
}

function memberOf(sql: Kysely<Tables>, organizationId: string, userId: string) {
  return sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

function addressOf({ userName }: ScimUserInput): string {
  const parsed = Email.safeParse(userName)
  if (parsed.success) return parsed.data
  throw new ScimRefusal(400, 'invalidValue', 'body.userName: must be the e-mail address of the person.')
}

/** Returns the name that the provider gives, in one line; undefined if it gives none. */
function nameOf({ displayName, name: parts }: ScimUserInput): string | undefined {
  const both = [parts?.givenName, parts?.familyName].filter(Boolean).join(' ')
  const given = displayName || parts?.formatted || both
  return given ? given.replaceAll(/\s+/g, ' ').slice(0, maxNameLength).toWellFormed() : undefined
}

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'))
