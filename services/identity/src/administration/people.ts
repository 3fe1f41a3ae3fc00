import { user } from '@quire/contracts'
import { conflict } from '@quire/kit'
import { organizationsOfPerson } from '../audit/store-events.ts'
import type { Writer } from '../database.ts'
import { accountsWith } from '../users/emails.ts'
import { type UserRow, userState } from '../users/users.state.ts'
import type { Administering } from './administering.ts'
import { endSessions } from './end-sessions.ts'

/** Names a person: an address, or an id where several accounts have one address. */
export type PersonName = { email: string } | { id: string }

/** Returns the person; throws one line if there is none, or several. */
export async function findPerson({ sql }: Pick<Administering, 'sql'>, name: PersonName): Promise<UserRow> {
  const rows =
    'id' in name
      ? await sql.selectFrom('user').selectAll().where('id', '=', name.id).execute()
      : await accountsWith(sql, [name.email]).execute()
  const [person, ...others] = rows
  if (!person) throw new Error('There is no such person: "npm run -s admin -- people" lists all.')
  if (others.length > 0)
    throw new Error(`Several accounts have this address; use --id with one of ${rows.map(({ id }) => id).join(', ')}.`)
  return person
}

/** Ends all tokens of a person, who may sign in again; returns their number. */
export async function endSessionsOf(by: Administering, person: UserRow): Promise<number> {
  await by.within((writer) => record(by, writer, { action: 'endSessionsOfUser', id: person.id }))
  return endSessions(by, person.id)
}

/**
 * Disables a person in the whole installation: their tokens end, they get no other, and nothing goes on in their name.
 * Memberships stay as they are. Returns the number of tokens that ended.
 */
export async function disablePerson(by: Administering, person: UserRow): Promise<number> {
  await by.within(async (writer) => {
    const changed = await writer.sql
      .updateTable('user')
      .set((set) => ({ disabled_at: new Date(), version: set('version', '+', 1) }))
      .where('id', '=', person.id)
      .where('disabled_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!changed) return
    writer.emit(user.saved, userState(changed))
    await record(by, writer, { action: 'disableUser', id: person.id })
  })
  return endSessions(by, person.id)
}

/** Lets a disabled person sign in again; tokens that ended stay ended. Throws 409 for a deleted person. */
export async function enablePerson(by: Administering, person: UserRow): Promise<void> {
  if (person.deleted_at !== null) throw conflict('This person was deleted.')
  await by.within(async (writer) => {
    const changed = await writer.sql
      .updateTable('user')
      .set((set) => ({ disabled_at: null, version: set('version', '+', 1) }))
      .where('id', '=', person.id)
      .where('disabled_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!changed) return
    writer.emit(user.saved, userState(changed))
    await record(by, writer, { action: 'enableUser', id: person.id })
  })
}

/** Records a change of a person in all their organizations. */
async function record(
  by: Administering,
  writer: Writer,
  { action, id }: { action: string; id: string },
): Promise<void> {
  const organizations = await organizationsOfPerson(writer.sql, id)
  await by.record(writer, { action, organizations, target: { type: 'user', id } })
}
