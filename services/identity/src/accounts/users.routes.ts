import { presentUser, unintroduced, user, userOperations } from '@quire/contracts'
import { forbidden, type Input } from '@quire/kit'
import { requireWholeAccount } from '../access.ts'
import { implement } from '../context.ts'
import { renameInSearch } from '../members/search.ts'
import { requireUser } from '../users/users.rules.ts'
import { userState } from '../users/users.state.ts'
import { apiInformation } from './information.ts'
import { requireVisibleUser } from './visible-users.ts'

export const userRoutes = implement(userOperations, {
  async getApiInformation() {
    return apiInformation()
  },

  async getAuthenticatedUser({ sql, userId, publicUrl }) {
    return presentUser(userState(await requireUser(sql, userId)), publicUrl)
  },

  async getUserById({ sql, caller, params, publicUrl }) {
    const { isIntroduced, ...row } = await requireVisibleUser(sql, caller, params.userId)
    return presentUser(isIntroduced ? userState(row) : unintroduced(userState(row)), publicUrl)
  },

  async updateUserById({ sql, emit, caller, params, body, publicUrl }) {
    const before = await requireVisibleUser(sql, caller, params.userId)
    if (before.id !== caller.userId) throw forbidden('People change their own profile only.')
    requireWholeAccount(caller)
    const changes = changesOf(body)
    if (Object.keys(changes).length === 0) return presentUser(userState(before), publicUrl)
    const row = await sql
      .updateTable('user')
      .set((set) => ({ ...changes, version: set('version', '+', 1) }))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (body.displayName !== undefined) await renameInSearch(sql, row)
    emit(user.saved, userState(row))
    return presentUser(userState(row), publicUrl)
  },
})

type Body = Input<typeof userOperations.updateUserById>['body']

/** The columns a body changes: null clears, absent leaves unchanged. */
const changesOf = ({ displayName, photoURL }: Body) => ({
  ...(displayName !== undefined && { display_name: displayName }),
  ...(photoURL !== undefined && { photo_url: photoURL }),
})
