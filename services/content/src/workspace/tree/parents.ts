import { atLeast, collectionLevel, type Level, type Member, type ScopeLevel, storedLevel } from '@quire/access'
import { badRequest, forbidden } from '@quire/kit'
import type { WorkspaceContext } from '../context.ts'

/** The parent of a space or collection: a collection, or the top of an organization. */
export interface Parent {
  organizationId: string
  parentId: string | null
}

/** A parent in which the caller may create, with their level: on the collection, or in the organization. */
export interface ParentWithLevel extends Parent {
  level: Level
}

/**
 * Returns the parent that a body names. Throws 400 naming `field` unless the organization has such a collection that is
 * visible to the caller, and 403 unless the caller may create there. Needs `lockGrants`, so that the collection still
 * exists at the commit.
 */
export async function requireParent(
  { sql, userId, deps }: WorkspaceContext,
  { organizationId, role }: Pick<Member, 'organizationId' | 'role'>,
  parentId: string | null,
  field: string,
): Promise<ParentWithLevel> {
  if (parentId === null) return { organizationId, parentId, level: requireCreator(storedLevel(role)) }
  const found = await collectionLevel(sql, { userId, collectionId: parentId }, deps.isBarred)
  if (!found || found.level === 'none' || found.organizationId !== organizationId) throw noCollection(field)
  if (!atLeast(found.level, 'create')) throw forbidden('This needs the role "create" on the collection.')
  return { organizationId, parentId, level: found.level }
}

/**
 * Returns the current parent of a visible space or collection; throws 403 unless the caller may create there. Needs
 * `lockGrants`.
 */
export async function requireCurrentParent(
  { sql, userId, deps }: WorkspaceContext,
  { member, organizationId, parentId }: ScopeLevel,
): Promise<ParentWithLevel> {
  if (parentId === null) return { organizationId, parentId, level: requireCreator(storedLevel(member.role)) }
  const { level = 'none' } = (await collectionLevel(sql, { userId, collectionId: parentId }, deps.isBarred)) ?? {}
  if (!atLeast(level, 'create')) throw forbidden('This needs the role "create" in the collection around it.')
  return { organizationId, parentId, level }
}

/** Throws 403 unless the level in an organization allows creating at its top. */
export function requireCreator(level: Level): Level {
  if (!atLeast(level, 'create')) throw forbidden('This needs the role "create" in the organization.')
  return level
}

export const noCollection = (field: string) =>
  badRequest(field, 'is no collection of this organization that you can see')
