import { atLeast, collectionLevel, type Level, type Member, type ScopeLevel, storedLevel } from '@quire/access'
import { badRequest, forbidden } from '@quire/kit'
import type { ContentContext } from '../context.ts'

/** Where spaces and collections lie: in a collection, or at the top of an organization. */
export interface Place {
  organizationId: string
  parentId: string | null
}

/** A place in which the caller may put something, and their level there: on the collection, or in the organization. */
export interface OpenPlace extends Place {
  level: Level
}

/**
 * The place that a body names, if the caller may create there. 400 naming `field` where the organization has no such
 * collection that they see, 403 where they see it. Needs `lockGrants`: it must still be there when this commits.
 */
export async function openPlace(
  { sql, userId, deps }: ContentContext,
  { organizationId, role }: Pick<Member, 'organizationId' | 'role'>,
  parentId: string | null,
  field: string,
): Promise<OpenPlace> {
  if (parentId === null) return { organizationId, parentId, level: requireCreator(storedLevel(role)) }
  const found = await collectionLevel(sql, { userId, collectionId: parentId }, deps.isBarred)
  if (!found || found.level === 'none' || found.organizationId !== organizationId) throw noCollection(field)
  if (!atLeast(found.level, 'create')) throw forbidden('This needs the role "create" on the collection.')
  return { organizationId, parentId, level: found.level }
}

/**
 * The place of a thing, if the caller may create there; 403 otherwise, since they see the thing. Needs `lockGrants`.
 */
export async function presentPlace(
  { sql, userId, deps }: ContentContext,
  { member, organizationId, parentId }: ScopeLevel,
): Promise<OpenPlace> {
  if (parentId === null) return { organizationId, parentId, level: requireCreator(storedLevel(member.role)) }
  const { level = 'none' } = (await collectionLevel(sql, { userId, collectionId: parentId }, deps.isBarred)) ?? {}
  if (!atLeast(level, 'create')) throw forbidden('This needs the role "create" in the collection around it.')
  return { organizationId, parentId, level }
}

/** 403 where the level in an organization is not enough to put something at its top. */
export function requireCreator(level: Level): Level {
  if (!atLeast(level, 'create')) throw forbidden('This needs the role "create" in the organization.')
  return level
}

export const noCollection = (field: string) =>
  badRequest(field, 'is no collection of this organization that you can see')
