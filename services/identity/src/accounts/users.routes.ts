import { readFileSync, statSync } from 'node:fs'
import { presentUser, user, userOperations, withHiddenProfile } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import { forbidden, type Input, notFound, unauthorized } from '@quire/kit'
import type { Kysely, SqlBool } from 'kysely'
import { z } from 'zod'
import { implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { updateSearchNames } from '../members/member-search.ts'
import type { UserRow } from '../users/users.state.ts'
import { userState } from '../users/users.state.ts'
import { requireWholeAccount } from '../users/whole-account.ts'

/** A person whom the caller may see; with name and photo only if their profile is visible in a common organization. */
type VisibleUser = UserRow & { isProfileVisible: SqlBool }

/** Of the whole repository, whose packages have no versions of their own. */
const manifest = new URL('../../../../package.json', import.meta.url)

export const userRoutes = implement(userOperations, {
  async getApiInformation() {
    return apiInformation()
  },

  async getAuthenticatedUser({ sql, caller, userId, publicUrl }) {
    const own = await findVisibleUser(sql, caller, userId)
    if (!own) throw unauthorized()
    return presentVisible(own, publicUrl)
  },

  async getUserById({ sql, caller, params, publicUrl }) {
    return presentVisible(await requireVisibleUser(sql, caller, params.userId), publicUrl)
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
      // Under the lock of the row: a person who is deleted meanwhile stays without a name.
      .where('disabled_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unauthorized()
    if (body.displayName !== undefined) await updateSearchNames(sql, row)
    emit(user.saved, userState(row))
    return presentUser(userState(row), publicUrl)
  },
})

const presentVisible = ({ isProfileVisible, ...row }: VisibleUser, publicUrl: string) =>
  presentUser(isProfileVisible ? userState(row) : withHiddenProfile(userState(row)), publicUrl)

type Body = Input<typeof userOperations.updateUserById>['body']

/** Returns the columns that a body changes: null clears, absent fields stay unchanged. */
const changesOf = ({ displayName, photoURL }: Body) => ({
  ...(displayName !== undefined && { display_name: displayName }),
  ...(photoURL !== undefined && { photo_url: photoURL }),
})

/** Returns the version of Quire and the time of its installation (ISO 8601). */
function apiInformation() {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
  return { version, build: statSync(manifest).mtime.toISOString() }
}

/**
 * Returns the caller, or a person in an organization whose members the caller may list; throws 404 for anybody else. The
 * conditions are those of that list: an enabled membership with a role, a token that is valid there, and single sign-on
 * if the organization demands it.
 */
async function requireVisibleUser(sql: Kysely<Tables>, caller: Caller, id: string): Promise<VisibleUser> {
  const row = await findVisibleUser(sql, caller, id)
  if (!row) throw notFound('The user')
  return row
}

function findVisibleUser(sql: Kysely<Tables>, caller: Caller, id: string): Promise<VisibleUser | undefined> {
  const shared = sharedOrganizations(sql, caller, id)
  // An organization signs in whom it likes, so its sign-in sees what the organization does (docs/adr/0014).
  const seesItself = caller.kind === 'saml' ? '' : (caller.userId ?? '')
  return sql
    .selectFrom('user')
    .selectAll()
    .select(({ or, eb, exists }) =>
      or([eb('id', '=', seesItself), exists(shared.where('theirs.introduced', '=', true))]).as('isProfileVisible'),
    )
    .where('id', '=', id)
    .where(({ or, eb, exists }) => or([eb('id', '=', caller.userId ?? ''), exists(shared)]))
    .executeTakeFirst()
}

function sharedOrganizations(sql: Kysely<Tables>, { userId = '', kind, organizationId }: Caller, other: string) {
  let shared = sql
    .selectFrom('member as own')
    .innerJoin('member as theirs', 'theirs.organization_id', 'own.organization_id')
    .innerJoin('organization', 'organization.id', 'own.organization_id')
    .select('own.id')
    .where('own.user_id', '=', userId)
    .where('own.disabled', '=', false)
    .where('own.role', 'is not', null)
    .where('theirs.user_id', '=', other)
  if (organizationId !== undefined) shared = shared.where('own.organization_id', '=', organizationId)
  if (kind === 'saml') return shared
  return shared.where(({ or, eb }) => or([eb('organization.sso', '=', false), eb('own.role', '=', 'admin')]))
}
