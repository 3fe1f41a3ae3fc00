import { type Caller, unauthorized } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'

/**
 * False for a person whom an operator has disabled. The row is locked to the end of the transaction: who ends the sessions
 * of the person then finds what the transaction made, or has disabled the person before.
 */
export async function isEnabled(sql: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await sql.selectFrom('user').select('disabled_at').where('id', '=', userId).forShare().executeTakeFirst()
  return row?.disabled_at === null
}

/** Like `isEnabled`, for a change that no other of the person's may accompany: the row is locked against those too. */
export async function lockAccount(sql: Kysely<Tables>, userId: string): Promise<boolean> {
  const own = sql.selectFrom('user').select('disabled_at').where('id', '=', userId)
  return (await own.forNoKeyUpdate().executeTakeFirst())?.disabled_at === null
}

/** Throws for a person whom an operator has disabled; for commands. */
export async function requireEnabled(sql: Kysely<Tables>, userId: string): Promise<void> {
  if (!(await isEnabled(sql, userId))) throw new Error('This person is disabled: enable them first.')
}

/**
 * Throws 401 if the person was disabled or the caller's token has ended by now, although gateways may not know it yet: a
 * token that is about to be refused must make no other, nor a membership of somebody who is being deleted.
 */
export async function requireLiveToken(sql: Kysely<Tables>, { userId = '', tokenId }: Caller): Promise<void> {
  if (!(await isEnabled(sql, userId))) throw unauthorized()
  if (tokenId === undefined) return
  // Locked for the same reason as the row of the person: who ends a session finds what was given in it.
  const row = sql.selectFrom('token').select('revoked_at').where('id', '=', tokenId)
  const own = await row.forShare().executeTakeFirst()
  if (own && own.revoked_at !== null) throw unauthorized()
}
