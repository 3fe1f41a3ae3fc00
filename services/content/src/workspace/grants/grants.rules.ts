import { atLeast, type Level, membersAbove, outranked, storedLevel } from '@quire/access'
import { grant, type RoleOrGuest } from '@quire/contracts'
import { forbidden } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'
import type { GrantScope } from './grant-scopes.ts'
import { nextVersion } from './grant-versions.ts'
import { grantState } from './grants.state.ts'
import { lockGrants } from './lock-grants.ts'
import type { Subject } from './subjects.ts'

/** Throws 403 if the role exceeds the caller's level: nobody raises themselves or others above their own level. */
export function requireOwnLevel(own: Level, role: RoleOrGuest | 'inherit'): void {
  if (role === null || role === 'inherit' || atLeast(own, role)) return
  throw forbidden(`You cannot give the role "${role}" here: yours is "${own}".`)
}

/**
 * Throws 403 if one of the subjects has a higher level here than the caller: nobody lowers somebody above them, neither
 * by changing a grant on the scope nor by overriding one further up (docs/adr/0013). Needs `lockGrants`.
 */
export async function requireOutranked(sql: Sql, scope: GrantScope, own: Level, subjectIds: string[]): Promise<void> {
  if (own === 'admin' || !(await outranked(sql, scope, own, subjectIds))) return
  throw forbidden(`You cannot change the role of who has more than you here: yours is "${own}".`)
}

/**
 * Does `work`, which puts the rules further up in force again. Throws 403 if these give somebody more than the caller has, as
 * if the caller had given it (docs/adr/0013). Needs `lockGrants`.
 */
export async function raisingNobody<Result>(
  { sql, scope, own }: { sql: Sql; scope: Pick<GrantScope, 'id' | 'kind'>; own: Level },
  work: () => Promise<Result>,
): Promise<Result> {
  if (own === 'admin') return work()
  const before = await membersAbove(sql, scope, own)
  const result = await work()
  const after = await membersAbove(sql, scope, own)
  if ([...after].every((id) => before.has(id))) return result
  throw forbidden(
    `The rules further up give more here than you have, which is "${own}": somebody with more can do this.`,
  )
}

/** The context of a write to grants, which emits their events and marks counters. */
type GrantWriter = Pick<WorkspaceContext, 'sql' | 'emit' | 'afterCommit' | 'deps'>

/** Sets the grant of each subject on the scope; null hides the scope from the subject (docs/interface.md#levels). */
export async function setGrants(
  context: GrantWriter,
  scope: GrantScope,
  subjects: Subject[],
  role: RoleOrGuest,
): Promise<void> {
  const { sql, emit, deps } = context
  await lockGrants(sql, scope.organizationId)
  const version = await nextVersion(context, scope.organizationId)
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
        version,
        created_at: deps.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['scope_id', 'subject_id']).doUpdateSet({ role: level, version }))
    .returningAll()
    .execute()
  for (const row of rows) emit(grant.saved, grantState(row))
  await deps.counters.mark(context, { subjects: subjects.map(({ id }) => id) })
}

/** Removes the subject's grant; false if there was none. */
export async function removeGrant(context: GrantWriter, scope: GrantScope, subjectId: string): Promise<boolean> {
  const { sql, emit, deps } = context
  await lockGrants(sql, scope.organizationId)
  const row = await sql
    .deleteFrom('access_grant')
    .where('scope_id', '=', scope.id)
    .where('subject_id', '=', subjectId)
    .returning('subject_id')
    .executeTakeFirst()
  if (!row) return false
  const version = await nextVersion(context, scope.organizationId)
  emit(grant.removed, { key: `${scope.id}.${subjectId}`, version })
  await deps.counters.mark(context, { subjects: [subjectId] })
  return true
}
