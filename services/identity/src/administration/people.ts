import { recordCommand } from '../audit/record-command.ts'
import { organizationsOfPerson } from '../audit/store-events.ts'
import type { CommandDatabase, CommandWriter } from '../command-transactions.ts'
import { accountsWith } from '../users/emails.ts'
import type { UserRow } from '../users/users.state.ts'
import { endSessions } from './end-sessions.ts'

/** Names a person: an address, or an id where several accounts have one address. */
export type PersonName = { email: string } | { id: string }

/** Returns the person; throws one line if there is none, or several. */
export async function findPerson({ sql }: Pick<CommandDatabase, 'sql'>, name: PersonName): Promise<UserRow> {
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

/** Ends all tokens of a person, who may sign in again. */
export async function endSessionsOf(database: CommandDatabase, person: UserRow): Promise<string> {
  await database.within((writer) => record(writer, 'endSessionsOfUser', person.id))
  return `${await endSessions(database, person.id)} tokens ended`
}

/** Disables a person in the whole installation: their tokens end, and they get no other. Memberships stay as they are. */
export async function disablePerson(database: CommandDatabase, person: UserRow): Promise<string> {
  await database.within(async (writer) => {
    const changed = await writer.sql
      .updateTable('user')
      .set({ disabled_at: new Date() })
      .where('id', '=', person.id)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (changed) await record(writer, 'disableUser', person.id)
  })
  return `disabled; ${await endSessions(database, person.id)} tokens ended`
}

/** Lets a disabled person sign in again; tokens that ended stay ended. A deleted person stays deleted. */
export async function enablePerson(database: CommandDatabase, person: UserRow): Promise<string> {
  if (person.deleted_at !== null) throw new Error('This person was deleted.')
  await database.within(async (writer) => {
    const changed = await writer.sql
      .updateTable('user')
      .set({ disabled_at: null })
      .where('id', '=', person.id)
      .where('disabled_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (changed) await record(writer, 'enableUser', person.id)
  })
  return 'enabled'
}

/** Records a change of a person in all their organizations. */
async function record({ sql }: CommandWriter, action: string, id: string): Promise<void> {
  await recordCommand(sql, {
    action,
    organizations: await organizationsOfPerson(sql, id),
    target: { type: 'user', id },
    payload: {},
  })
}
