import { user } from '@quire/contracts'
import { newId, unauthorized } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { type UserRow, userState } from './users.state.ts'

interface NewUser {
  email: string
  displayName: string
  /** The organization whose provider vouches for the address; null if the owner has proved it. */
  vouchedBy: string | null
  /** True if only SCIM gives the address. Default: false. */
  addressByScim?: boolean
  /** A hash of the address at which it is created (`originOf`); undefined if that is not known. */
  origin?: string | undefined
}

/** Creates an account; the accounts must be locked for creating. */
export async function createUser(
  { sql, emit }: Writer,
  { email, displayName, vouchedBy, addressByScim = false, origin }: NewUser,
): Promise<UserRow> {
  const row = await sql
    .insertInto('user')
    .values({
      ...{ id: newId(), email, display_name: displayName, origin: origin ?? null },
      ...{ vouched_by: vouchedBy, address_by_scim: addressByScim },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(user.saved, userState(row))
  return row
}

/** Returns the caller's own row; throws 401 if the person no longer exists. */
export async function requireUser(sql: Kysely<Tables>, userId: string): Promise<UserRow> {
  const row = await sql.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw unauthorized()
  return row
}
