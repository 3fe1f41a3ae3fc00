import { atLeast, collectionLevel, type ScopeLevel, spaceLevel } from '@quire/access'
import { forbidden, notFound } from '@quire/kit'
import type { WorkspaceContext } from '../context.ts'
import type { Kind } from './siblings.ts'

/** A space or a collection. */
export interface ScopeRef {
  kind: Kind
  id: string
}

/** Returns the caller's level on a space or collection; undefined if it is hidden from the caller, or deleted. */
export async function levelOnScope(
  { sql, userId, deps }: WorkspaceContext,
  { kind, id }: ScopeRef,
): Promise<ScopeLevel | undefined> {
  const found =
    kind === 'space'
      ? await spaceLevel(sql, { userId, spaceId: id }, deps.isBarred)
      : await collectionLevel(sql, { userId, collectionId: id }, deps.isBarred)
  return !found || found.isDeleted || found.level === 'none' ? undefined : found
}

/**
 * Checks access to a space or collection again, under the organization's lock: while the request waited, another one
 * may have moved it to another organization, deleted it, or removed rights. Throws 404 and 403 like the first check.
 */
export async function recheckScope(context: WorkspaceContext, scope: ScopeRef): Promise<ScopeLevel> {
  const found = await levelOnScope(context, scope)
  if (!found || found.organizationId !== context.access.organizationId) throw notFound(`The ${scope.kind}`)
  if (!atLeast(found.level, 'create')) throw forbidden('This needs the role "create" or a stronger one here.')
  return found
}
