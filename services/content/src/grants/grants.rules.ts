import { atLeast, type Level, outranked, storedLevel } from '@quire/access'
import { grant, type RoleOrGuest } from '@quire/contracts'
import { forbidden } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { grantState } from './grants.state.ts'
import { lockGrants } from './lock.ts'
import type { GrantScope } from './scopes.ts'
import type { Subject } from './subjects.ts'
import { nextVersion } from './versions.ts'

/** Throws 403 where the role is more than the giver has: nobody raises themselves or others above their own level. */
export function requireOwnLevel(own: Level, role: RoleOrGuest | 'inherit'): void {
  if (role === null || role === 'inherit' || atLeast(own, role)) return
  throw forbidden(`You cannot give the role "${role}" here: yours is "${own}".`)
}

/**
 * Throws 403 where one of the subjects stands above the giver here: nobody lowers somebody who has more than they do,
 * neither by a rule on the scope nor against one further up (docs/adr/0026). Needs `lockGrants`.
 */
export async function requireOutranked(sql: Sql, scope: GrantScope, own: Level, subjectIds: string[]): Promise<void> {
  if (own === 'admin' || !(await outranked(sql, scope, own, subjectIds))) return
  throw forbidden(`You cannot change the role of who has more than you here: yours is "${own}".`)
}

/** What a write needs that gives and takes rules: it tells of them and marks counters. */
type GrantWriter = Pick<ContentContext, 'sql' | 'emit' | 'afterCommit' | 'deps'>

/** Sets the rule of each subject on the scope; null closes the scope to it (docs/interface.md#levels). */
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

/** Takes the subject's rule away; false where there was none. */
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
