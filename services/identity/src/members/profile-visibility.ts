import { member } from '@quire/contracts'
import { collector, type Foundation, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import type { UserRow } from '../users/users.state.ts'
import { profileColumns } from './member-search.ts'
import { type MemberRow, memberState } from './members.state.ts'

type Newcomer = Pick<MemberRow, 'id' | 'user_id' | 'introduced'>
export type RevealProfile = (membership: Newcomer) => Promise<void>

/**
 * Creates the function that makes a person's profile visible at their first request in an organization, whatever the
 * request does. It uses a separate transaction, since a read has none and that of a refused write rolls back.
 */
export function profileRevealer({ database, publisher }: Pick<Foundation, 'database' | 'publisher'>): RevealProfile {
  // The kit has no types of identity's tables.
  const background = database.background as unknown as Kysely<Tables>
  return async (membership) => {
    if (membership.introduced) return
    const { rows, emit } = collector()
    await background.transaction().execute(async (sql) => {
      await revealProfile({ sql, emit }, membership)
      await writeOutbox(sql as never, rows)
    })
    await publisher.publish(rows)
  }
}

/** Makes a person's name and photo visible in an organization that added them without asking. */
async function revealProfile(writer: Writer, { id, user_id }: Newcomer): Promise<void> {
  // Locks the person before the membership, as when joining; otherwise the copy could be of an old name.
  const person = await writer.sql
    .selectFrom('user')
    .selectAll()
    .where('id', '=', user_id)
    .forShare()
    .executeTakeFirstOrThrow()
  await setVisibility(writer, person, { id, introduced: true })
}

/** Hides a person's name and photo in all their organizations, until they make a request there. */
export async function hideProfile(writer: Writer, person: UserRow): Promise<void> {
  const { sql } = writer
  const memberships = await sql.selectFrom('member').select('id').where('user_id', '=', person.id).execute()
  for (const { id } of memberships) await setVisibility(writer, person, { id, introduced: false })
}

interface Visibility {
  id: string
  introduced: boolean
}

async function setVisibility({ sql, emit }: Writer, person: UserRow, { id, introduced }: Visibility): Promise<void> {
  const row = await sql
    .updateTable('member')
    .set((set) => ({ ...profileColumns(person, introduced), version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('introduced', '=', !introduced)
    .returningAll()
    .executeTakeFirst()
  if (row) emit(member.saved, memberState(row))
}
