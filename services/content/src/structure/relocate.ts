import { atLeast, type Level, type ScopeLevel } from '@quire/access'
import type { ContentContext } from '../context.ts'
import { setGrants } from '../grants/grants.rules.ts'
import type { Place } from './places.ts'
import { standingOn, type Thing } from './standing.ts'

/** A place among the things in it. */
export interface Position extends Place {
  position: string
}

/** Puts a thing's row into its new place, and tells it. */
export type Save<Row> = (thing: Thing, to: Position) => Promise<Row>

/**
 * Puts a thing into another place of its organization. One row changes, whatever lies below it. Counters follow, and
 * the caller gets no more on the thing than they had. Answers the row and the caller's level on it. Needs `lockGrants`.
 */
export async function relocate<Row>(
  context: ContentContext,
  thing: Thing,
  before: ScopeLevel,
  { save, to }: { save: Save<Row>; to: Position },
): Promise<{ row: Row; level: Level }> {
  const row = await save(thing, to)
  const level = await keepLevel(context, thing, before)
  if (before.parentId !== to.parentId) {
    await context.deps.counters.mark(context, { scopes: [before.parentId, to.parentId] })
  }
  return { row, level }
}

/** A move to where the caller has more would raise their level. A rule of their own on the thing keeps it as it was. */
async function keepLevel(context: ContentContext, thing: Thing, { level, member, organizationId }: ScopeLevel) {
  const after = (await standingOn(context, thing))?.level ?? 'none'
  if (level === 'none' || after === level || !atLeast(after, level)) return after
  await setGrants(context, { ...thing, organizationId }, [{ id: member.id, kind: 'member' }], level)
  return level
}
