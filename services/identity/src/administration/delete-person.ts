import { user } from '@quire/contracts'
import { conflict } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Writer } from '../database.ts'
import { lockMember, requireAnotherAdmin } from '../members/members.rules.ts'
import { lockOrganizations } from '../members/organization-counter.ts'
import { endMembership } from '../memberships/end-membership.ts'
import { lockAccounts } from '../users/account-lock.ts'
import { emailKey } from '../users/emails.ts'
import { type UserRow, userState } from '../users/users.state.ts'
import type { Administering } from './administering.ts'
import { eraseFromAuditEvents, formerMember } from './erase-audit-events.ts'
import { printable } from './lists.ts'
import { disablePerson } from './people.ts'

/**
 * Deletes a person: ends their tokens and memberships, and erases what names them. What they wrote stays, by "a former
 * member". Memberships end one by one, in a transaction each, and a second run goes on where the first one was killed.
 * Returns the number of organizations that they left; undefined if they were deleted before. Throws 409 before anything changes
 * if an organization would be left without an administrator; with `force` it is.
 */
export async function deletePerson(
  by: Administering,
  person: UserRow,
  { force }: { force: boolean },
): Promise<number | undefined> {
  if (person.deleted_at !== null) return undefined
  if (!force) await requireOtherAdmins(by, person)
  await disablePerson(by, person)
  for (let left = 0; ; ) {
    const memberships = await membershipsOf(by.sql, person.id)
    for (const { organizationId } of memberships)
      await by.within((writer) => leave(by, writer, { organizationId, userId: person.id, force }))
    left += memberships.length
    if (await by.within((writer) => erase(by, writer, person))) return left
  }
}

const membershipsOf = (sql: Administering['sql'], userId: string) =>
  sql
    .selectFrom('member')
    .select('organization_id as organizationId')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute()

async function requireOtherAdmins({ sql }: Administering, { id }: UserRow): Promise<void> {
  const { rows } = await raw<{ title: string; id: string }>`
    select organization.id, title from member own join organization on organization.id = own.organization_id
    where own.user_id = ${id} and own.role = 'admin' and not own.disabled and not exists (
      select from member other join "user" on "user".id = other.user_id
      where other.organization_id = own.organization_id and other.role = 'admin' and not other.disabled
        and other.id <> own.id and "user".disabled_at is null
    ) order by organization.id limit 20`.execute(sql)
  if (rows.length === 0) return
  const named = rows.map((row) => `${printable(row.title)} (${row.id})`).join(', ')
  throw conflict(`Nobody else administers ${named}: make somebody else an administrator first, or force it.`)
}

async function leave(
  by: Administering,
  writer: Writer,
  { organizationId, userId, force }: { organizationId: string; userId: string; force: boolean },
): Promise<void> {
  await lockOrganizations(writer.sql, [{ organizationId }])
  const leaving = await lockMember(writer.sql, { organizationId, userId })
  if (!leaving) return
  if (!force) await requireAnotherAdmin(writer.sql, leaving)
  await endMembership({ ...writer, now: () => new Date() }, leaving)
  await by.record(writer, {
    action: 'deleteUser',
    organizations: [organizationId],
    target: { type: 'user', id: userId },
  })
}

/**
 * Erases the person's name, address and picture: here, and by the event about them in all projections. False if somebody made the person a member meanwhile; nobody can any more while accounts are locked.
 */
async function erase(by: Administering, writer: Writer, person: UserRow): Promise<boolean> {
  const { sql, emit } = writer
  const { id, email } = person
  await eraseFromAuditEvents(writer, person)
  await lockAccounts(sql, 'creating')
  if ((await membershipsOf(sql, id)).length > 0) return false
  const row = await sql
    .updateTable('user')
    .set((set) => ({
      display_name: formerMember,
      email: `${id}@deleted.invalid`,
      photo_url: null,
      origin: null,
      vouched_by: null,
      deleted_at: new Date(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(user.saved, userState(row))
  await eraseSessions(writer, id)
  await sql.deleteFrom('passkey').where('user_id', '=', id).execute()
  await eraseAddress(writer, email)
  await by.record(writer, { action: 'deleteUser', organizations: [], target: { type: 'user', id } })
  return true
}

/** Deletes where the person signed in from, and what programs were let in to; the tokens of both stay, revoked. */
async function eraseSessions({ sql }: Writer, userId: string): Promise<void> {
  for (const table of ['session', 'program'] as const)
    await sql
      .deleteFrom(table)
      .where('id', 'in', (tokens) => tokens.selectFrom('token').select('id').where('user_id', '=', userId))
      .execute()
}

/** Deletes invitations and mails to the address. */
async function eraseAddress({ sql }: Writer, email: string): Promise<void> {
  const isAddress = raw<boolean>`lower(email collate "C") = ${emailKey(email)}`
  await sql.deleteFrom('pending_invite').where(isAddress).execute()
  await sql
    .deleteFrom('mail')
    .where(raw<boolean>`lower(recipient collate "C") = ${emailKey(email)}`)
    .execute()
  await sql.deleteFrom('invitation_mail').where('address', '=', emailKey(email)).execute()
  await sql.deleteFrom('sign_in_link').where(isAddress).execute()
  await sql.deleteFrom('sign_in_mail').where('address', '=', emailKey(email)).execute()
}
