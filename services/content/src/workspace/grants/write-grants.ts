import type { RoleOrGuest } from '@quire/contracts'
import { absent, deleted, done } from '@quire/kit'
import type { WorkspaceContext } from '../context.ts'
import type { GrantScope } from './grant-scopes.ts'
import { raisingNobody, removeGrant, requireOutranked, requireOwnLevel, setGrants } from './grants.rules.ts'
import { lockRights } from './lock-grants.ts'
import { memberSubjects, type Subject, teamSubjects } from './subjects.ts'

interface Invitation {
  role: RoleOrGuest
  users?: string[] | undefined
  teams?: string[] | undefined
}

/** Gives all of the people and teams the role, or none of them (docs/interface.md#permissions). */
export async function invite(context: WorkspaceContext & { body: Invitation }, scope: GrantScope) {
  const { sql, body } = context
  const { role, users = [], teams = [] } = body
  requireOwnLevel(context.access.level, role)
  const members = await memberSubjects(sql, scope.organizationId, users)
  const groups = await teamSubjects(sql, scope.organizationId, teams)
  await give(context, scope, [...members, ...groups], role)
  return done()
}

/** Sets a person's grant, or creates it; without a role nothing changes. */
export async function setUser(context: OfUser & { body: Change }, scope: GrantScope) {
  const { sql, params, body } = context
  return change(context, scope, body, await memberSubjects(sql, scope.organizationId, [params.userId]))
}

/** Sets a team's grant, or creates it; without a role nothing changes. */
export async function setTeam(context: OfTeam & { body: Change }, scope: GrantScope) {
  const { sql, params, body } = context
  return change(context, scope, body, await teamSubjects(sql, scope.organizationId, [params.teamId]))
}

/** Removes a person's grant: the grants and defaults further up decide again. */
export async function removeUser(context: OfUser, scope: GrantScope) {
  const { sql, params } = context
  const memberships = await sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('user_id', '=', params.userId)
    .execute()
  return removeGrants(
    context,
    scope,
    memberships.map(({ id }) => id),
  )
}

/** Removes a team's grant, even if the team was deleted. */
export async function removeTeam(context: OfTeam, scope: GrantScope) {
  return removeGrants(context, scope, [context.params.teamId])
}

type OfUser = WorkspaceContext & { params: { userId: string } }
type OfTeam = WorkspaceContext & { params: { teamId: string } }
interface Change {
  role?: RoleOrGuest | undefined
}

async function change(context: WorkspaceContext, scope: GrantScope, { role }: Change, subjects: Subject[]) {
  if (role === undefined) return done()
  requireOwnLevel(context.access.level, role)
  await give(context, scope, subjects, role)
  return done()
}

async function give(context: WorkspaceContext, scope: GrantScope, subjects: Subject[], role: RoleOrGuest) {
  await requireAuthority(
    context,
    scope,
    subjects.map(({ id }) => id),
  )
  requireOwnLevel(context.access.level, role)
  await setGrants(context, scope, subjects, role)
}

async function removeGrants(context: WorkspaceContext, scope: GrantScope, subjectIds: string[]) {
  await requireAuthority(context, scope, subjectIds)
  const { sql, access } = context
  let found = false
  await raisingNobody({ sql, scope, own: access.level }, async () => {
    for (const id of subjectIds) found = (await removeGrant(context, scope, id)) || found
  })
  return found ? deleted() : absent()
}

/** Checks the caller's rights under the lock: otherwise two concurrent changes could miss each other. */
async function requireAuthority(context: WorkspaceContext, scope: GrantScope, subjectIds: string[]) {
  await lockRights(context)
  await requireOutranked(context.sql, scope, context.access.level, subjectIds)
}
