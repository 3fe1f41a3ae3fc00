import { user } from '@quire/contracts'
import { newId, unauthorized } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Writer } from '../context.ts'
import type { Tables } from '../tables.ts'
import { lockAccounts } from './accounts.ts'
import { findUsersByEmail } from './emails.ts'
import { type UserRow, userState } from './users.events.ts'

/**
 * The person with this address, created where there is none. `email` is normalised (contracts' `Email`). Whoever signs
 * in to their whole account accepts their invitations next, in a transaction of its own (`acceptPendingInvites`): that
 * one locks organizations, for which nobody waits while accounts are locked.
 */
export async function findOrCreateUser(
  writer: Writer,
  { email, displayName }: { email: string; displayName: string },
): Promise<UserRow> {
  await lockAccounts(writer.sql, 'creating')
  const [known] = (await findUsersByEmail(writer.sql, [email])).values()
  return known ?? createUser(writer, email, displayName)
}

/** A new account; the accounts must be locked for creating. */
export async function createUser({ sql, emit }: Writer, email: string, displayName: string): Promise<UserRow> {
  const row = await sql
    .insertInto('user')
    .values({ id: newId(), email, display_name: displayName })
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(user.saved, userState(row))
  return row
}

/** The caller's own row; 401 where the token outlived the person. */
export async function requireUser(sql: Kysely<Tables>, userId: string): Promise<UserRow> {
  const row = await sql.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw unauthorized()
  return row
}
