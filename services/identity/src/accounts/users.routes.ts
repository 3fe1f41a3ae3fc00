import { presentUser, user, userOperations, withHiddenProfile } from '@quire/contracts'
import { forbidden, type Input } from '@quire/kit'
import { implement } from '../context.ts'
import { updateSearchNames } from '../members/member-search.ts'
import { requireUser } from '../users/users.rules.ts'
import { userState } from '../users/users.state.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
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
    const { isProfileVisible, ...row } = await requireVisibleUser(sql, caller, params.userId)
    return presentUser(isProfileVisible ? userState(row) : withHiddenProfile(userState(row)), publicUrl)
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
    if (body.displayName !== undefined) await updateSearchNames(sql, row)
    emit(user.saved, userState(row))
    return presentUser(userState(row), publicUrl)
  },
})

type Body = Input<typeof userOperations.updateUserById>['body']

/** Returns the columns that a body changes: null clears, absent fields stay unchanged. */
const changesOf = ({ displayName, photoURL }: Body) => ({
  ...(displayName !== undefined && { display_name: displayName }),
  ...(photoURL !== undefined && { photo_url: photoURL }),
})
