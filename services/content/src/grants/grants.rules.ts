import { atLeast, type Level, outranked, storedLevel } from '@quire/access'
import { grant, type RoleOrGuest } from '@quire/contracts'
import { forbidden } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Writing } from '../context.ts'
import type { Sql } from '../database.ts'
import { lockGrants, recountGrantedSpaces } from './counters.ts'
import { grantState } from './grants.state.ts'
import type { GrantScope } from './scopes.ts'
import type { Subject } from './subjects.ts'

/** Throws 403 where the role is more than the giver has: nobody lifts themselves, or others, above their own level. */
export function requireOwnLevel(own: Level, role: RoleOrGuest | 'inherit'): void {
  if (role === null || role === 'inherit' || atLeast(own, role)) return
  throw forbidden(`You cannot give the role "${role}" here: yours is "${own}".`)
}

/**
 * Throws 403 where one of the subjects stands above the giver here: whoever manages permissions does not lower those who
 * have more than they do, neither by a rule on the scope nor against one further up (ADR 0026). Under `lockGrants`.
 */
export async function requireOutranked(sql: Sql, scope: GrantScope, own: Level, subjectIds: string[]): Promise<void> {
  if (own === 'admin' || !(await outranked(sql, scope, own, subjectIds))) return
  throw forbidden(`You cannot change the role of who has more than you here: yours is "${own}".`)
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
export const nextVersion = raw<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

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
