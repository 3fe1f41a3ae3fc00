import { atLeast, type Level, type ScopeLevel } from '@quire/access'
import type { WorkspaceContext } from '../context.ts'
import { setGrants } from '../grants/grants.rules.ts'
import type { Parent } from './parents.ts'
import { levelOnScope, type ScopeRef } from './scope-access.ts'

/** A position among the children of a parent. */
export interface Position extends Parent {
  position: string
}

/** Writes the new parent and position of a space or collection, and emits its event. */
export type Save<Row> = (scope: ScopeRef, to: Position) => Promise<Row>

/**
 * Moves a space or collection within its organization. One row changes, whatever the collection contains. Marks
 * counters, and does not raise the caller's level. Returns the row and the caller's level on it. Needs `lockGrants`.
 */
export async function relocate<Row>(
  context: WorkspaceContext,
  scope: ScopeRef,
  before: ScopeLevel,
  { save, to }: { save: Save<Row>; to: Position },
): Promise<{ row: Row; level: Level }> {
  const row = await save(scope, to)
  const level = await preserveLevel(context, scope, before)
  if (before.parentId !== to.parentId) {
    await context.deps.counters.mark(context, { scopes: [before.parentId, to.parentId] })
  }
  return { row, level }
}

/** Grants the caller their previous level if the move would raise it. */
async function preserveLevel(
  context: WorkspaceContext,
  scope: ScopeRef,
  { level, member, organizationId }: ScopeLevel,
) {
  const after = (await levelOnScope(context, scope))?.level ?? 'none'
  if (level === 'none' || after === level || !atLeast(after, level)) return after
  await setGrants(context, { ...scope, organizationId }, [{ id: member.id, kind: 'member' }], level)
  return level
}
