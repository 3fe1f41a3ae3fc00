import { atLeast, type Level, storedLevel } from '@quire/access'
import { grant, type RoleOrGuest } from '@quire/contracts'
import { forbidden, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Writing } from '../context.ts'
import type { Sql } from '../database.ts'
import { lockGrants, recountGrantedSpaces } from './counters.ts'
import { grantState } from './grants.state.ts'

/** What a rule lies on. */
export interface GrantScope {
  id: string
  kind: 'space' | 'collection'
  organizationId: string
}

/** Whom a rule is for: a membership or a team, never a person as such. */
export interface Subject {
  id: string
  kind: 'member' | 'team'
}

/** Throws 403 where the role is more than the giver has: nobody lifts themselves, or others, above their own level. */
export function requireOwnLevel(own: Level, role: RoleOrGuest | 'inherit'): void {
  if (role === null || role === 'inherit' || atLeast(own, role)) return
  throw forbidden(`You cannot give the role "${role}" here: yours is "${own}".`)
}

/** Sets the rule of each subject on the scope; null closes the scope to it (design 5). */
export async function setGrants(
  writing: Writing,
  scope: GrantScope,
  subjects: Subject[],
  role: RoleOrGuest,
): Promise<void> {
  const { sql, emit } = writing
  await lockGrants(sql, scope.organizationId)
  const level: Level = storedLevel(role)
  const rows = await sql
    .insertInto('access_grant')
    .values(
      subjects.map((subject) => ({
        scope_id: scope.id,
        scope_kind: scope.kind,
        subject_id: subject.id,
        subject_kind: subject.kind,
        organization_id: scope.organizationId,
        role: level,
        version: raw<number>`${nextVersion}`,
        created_at: new Date(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['scope_id', 'subject_id']).doUpdateSet({ role: level, version: raw<number>`${nextVersion}` }),
    )
    .returningAll()
    .execute()
  for (const row of rows) emit(grant.saved, grantState(row))
  await recountGrantedSpaces(
    writing,
    subjects.map((subject) => subject.id),
  )
}

/**
 * A rule may be removed and given again: its version must go on rising, though its row is gone.
 * Microseconds of the clock do, since changes to an organization's grants take turns.
 */
const nextVersion = raw<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/** Takes the subject's rule away; false where there was none. */
export async function removeGrant(writing: Writing, scope: GrantScope, subjectId: string): Promise<boolean> {
  const { sql, emit } = writing
  await lockGrants(sql, scope.organizationId)
  const row = await sql
    .deleteFrom('access_grant')
    .where('scope_id', '=', scope.id)
    .where('subject_id', '=', subjectId)
    .returning([raw<string>`${nextVersion}`.as('version')])
    .executeTakeFirst()
  if (!row) return false
  emit(grant.removed, { key: `${scope.id}.${subjectId}`, version: Number(row.version) })
  await recountGrantedSpaces(writing, [subjectId])
  return true
}

/** The membership of a person in an organization; 404 where they have none. */
export async function memberSubject(sql: Sql, organizationId: string, userId: string): Promise<Subject> {
  const [subject] = await memberSubjects(sql, organizationId, [userId])
  if (!subject) throw notFound('The user')
  return subject
}

/** The memberships of people in an organization; 404 unless each has one. */
export async function memberSubjects(sql: Sql, organizationId: string, userIds: string[]): Promise<Subject[]> {
  const rows = await sql
    .selectFrom('member')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .execute()
  if (rows.length < new Set(userIds).size) throw notFound('A user with one of these ids')
  return rows.map(({ id }) => ({ id, kind: 'member' }))
}

/** Teams of an organization; 404 unless each is one. */
export async function teamSubjects(sql: Sql, organizationId: string, teamIds: string[]): Promise<Subject[]> {
  const rows = await sql
    .selectFrom('team')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', teamIds)
    .execute()
  if (rows.length < new Set(teamIds).size) throw notFound('A team with one of these ids')
  return rows.map(({ id }) => ({ id, kind: 'team' }))
}
