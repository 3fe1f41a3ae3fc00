import { presentUser, user, userOperations } from '@quire/contracts'
import { forbidden, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import { requireWholeAccount } from '../access.ts'
import { implement } from '../context.ts'
import { renameInSearch } from '../members/members.search.ts'
import type { Tables } from '../tables.ts'
import { apiInformation } from './information.ts'
import { type UserRow, userState } from './users.events.ts'
import { requireUser } from './users.rules.ts'

export const userRoutes = implement(userOperations, {
  async getApiInformation() {
    return apiInformation()
  },

  async getAuthenticatedUser({ sql, userId, publicUrl }) {
    return presentUser(userState(await requireUser(sql, userId)), publicUrl)
  },

  /** Anybody's name is public; their address is for those who share an organization with them. */
  async getUserById({ sql, userId, params, publicUrl }) {
    const { email, ...state } = userState(await findUser(sql, params.userId))
    const known = state.id === userId || (await shareOrganization(sql, state.id, userId))
    return presentUser(known ? { ...state, email } : state, publicUrl)
  },

  async updateUserById({ sql, emit, caller, userId, params, body, publicUrl }) {
    requireWholeAccount(caller)
    const before = await findUser(sql, params.userId)
    if (before.id !== userId) throw forbidden('People change their own profile only.')
    const { displayName = before.display_name, photoURL = before.photo_url } = body
    const row = await sql
      .updateTable('user')
      .set((set) => ({ display_name: displayName, photo_url: photoURL, version: set('version', '+', 1) }))
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.display_name !== before.display_name) await renameInSearch(sql, row)
    emit(user.saved, userState(row))
    return presentUser(userState(row), publicUrl)
  },
})

async function findUser(sql: Kysely<Tables>, id: string): Promise<UserRow> {
  const row = await sql.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The user')
  return row
}

async function shareOrganization(sql: Kysely<Tables>, one: string, other: string): Promise<boolean> {
  const shared = await sql
    .selectFrom('member as theirs')
    .innerJoin('member as own', 'own.organization_id', 'theirs.organization_id')
    .select('own.id')
    .where('theirs.user_id', '=', one)
    .where('own.user_id', '=', other)
    .where('own.disabled', '=', false)
    .executeTakeFirst()
  return shared !== undefined
}
