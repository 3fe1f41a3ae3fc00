import { member } from '@quire/contracts'
import { collector, type Foundation, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Writer } from '../context.ts'
import type { Tables } from '../tables.ts'
import type { UserRow } from '../users/users.state.ts'
import { type MemberRow, memberState } from './members.state.ts'
import { shownAs } from './search.ts'

type Newcomer = Pick<MemberRow, 'id' | 'user_id' | 'introduced'>
export type Introduce = (membership: Newcomer) => Promise<void>

/**
 * Makes the function that introduces somebody at their first request in an organization, whatever that request does. It
 * has a transaction of its own, since a read has none and that of a refused write rolls back.
 */
export function introducing({ database, publisher }: Pick<Foundation, 'database' | 'publisher'>): Introduce {
  // The kit does not know our tables.
  const background = database.background as unknown as Kysely<Tables>
  return async (membership) => {
    if (membership.introduced) return
    const { rows, emit } = collector()
    await background.transaction().execute(async (sql) => {
      await introduce({ sql, emit }, membership)
      await writeOutbox(sql as never, rows)
    })
    await publisher.publish(rows)
  }
}

/** Shows a person's name and photo in an organization that made them a member unasked, now that they have come. */
async function introduce(writer: Writer, { id, user_id }: Newcomer): Promise<void> {
  // The person before the membership, as where somebody joins: else a name that changes meanwhile would be copied old.
  const person = await writer.sql
    .selectFrom('user')
    .selectAll()
    .where('id', '=', user_id)
    .forShare()
    .executeTakeFirstOrThrow()
  await show(writer, person, { id, introduced: true })
}

/** Shows a person by their address alone in all their organizations, until they have come there themselves. */
export async function hideInOrganizations(writer: Writer, person: UserRow): Promise<void> {
  const { sql } = writer
  const memberships = await sql.selectFrom('member').select('id').where('user_id', '=', person.id).execute()
  for (const { id } of memberships) await show(writer, person, { id, introduced: false })
}

interface Appearance {
  id: string
  introduced: boolean
}

async function show({ sql, emit }: Writer, person: UserRow, { id, introduced }: Appearance): Promise<void> {
  const row = await sql
    .updateTable('member')
    .set((set) => ({ ...shownAs(person, introduced), version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('introduced', '=', !introduced)
    .returningAll()
    .executeTakeFirst()
  if (row) emit(member.saved, memberState(row))
}
