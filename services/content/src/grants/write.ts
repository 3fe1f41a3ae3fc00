import type { RoleOrGuest } from '@quire/contracts'
import { absent, deleted, done } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { removeGrant, requireOutranked, requireOwnLevel, setGrants } from './grants.rules.ts'
import { lockRights } from './lock.ts'
import type { GrantScope } from './scopes.ts'
import { memberSubjects, type Subject, teamSubjects } from './subjects.ts'

interface Invitation {
  role: RoleOrGuest
  users?: string[] | undefined
  teams?: string[] | undefined
}

/** Gives all of them the role, or nobody anything (docs/interface.md#permissions). */
export async function invite(context: ContentContext & { body: Invitation }, scope: GrantScope) {
  const { sql, body } = context
  const { role, users = [], teams = [] } = body
  requireOwnLevel(context.access.level, role)
  const members = await memberSubjects(sql, scope.organizationId, users)
  const groups = await teamSubjects(sql, scope.organizationId, teams)
  await give(context, scope, [...members, ...groups], role)
  return done()
}

/** Changes a person's rule, which need not be there yet; without a role nothing changes. */
export async function setUser(context: OfUser & { body: Change }, scope: GrantScope) {
  const { sql, params, body } = context
  return change(context, scope, body, await memberSubjects(sql, scope.organizationId, [params.userId]))
}

/** The same for a team. */
export async function setTeam(context: OfTeam & { body: Change }, scope: GrantScope) {
  const { sql, params, body } = context
  return change(context, scope, body, await teamSubjects(sql, scope.organizationId, [params.teamId]))
}

/** Takes a person's rule away: the rules further up decide again. */
export async function removeUser(context: OfUser, scope: GrantScope) {
  const { sql, params } = context
  const memberships = await sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', params.userId)
    .execute()
  return take(
    context,
    scope,
    memberships.map(({ id }) => id),
  )
}

/** The same for a team, even one that was deleted. */
export async function removeTeam(context: OfTeam, scope: GrantScope) {
  return take(context, scope, [context.params.teamId])
}

type OfUser = ContentContext & { params: { userId: string } }
type OfTeam = ContentContext & { params: { teamId: string } }
interface Change {
  role?: RoleOrGuest | undefined
}

async function change(context: ContentContext, scope: GrantScope, { role }: Change, subjects: Subject[]) {
  if (role === undefined) return done()
  requireOwnLevel(context.access.level, role)
  await give(context, scope, subjects, role)
  return done()
}

async function give(context: ContentContext, scope: GrantScope, subjects: Subject[], role: RoleOrGuest) {
  await requireAuthority(
    context,
    scope,
    subjects.map(({ id }) => id),
  )
  requireOwnLevel(context.access.level, role)
  await setGrants(context, scope, subjects, role)
}

async function take(context: ContentContext, scope: GrantScope, subjectIds: string[]) {
  await requireAuthority(context, scope, subjectIds)
  let found = false
  for (const id of subjectIds) found = (await removeGrant(context, scope, id)) || found
  return found ? deleted() : absent()
}

/** Checked under the lock: two changes at once could miss each other. */
async function requireAuthority(context: ContentContext, scope: GrantScope, subjectIds: string[]) {
  await lockRights(context)
  await requireOutranked(context.sql, scope, context.access.level, subjectIds)
}
