import { atLeast, collectionLevel, type ScopeLevel, spaceLevel } from '@quire/access'
import { forbidden, notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Kind } from './siblings.ts'

/** A space or a collection. */
export interface Thing {
  kind: Kind
  id: string
}

/** How the caller stands to a thing that they see; undefined where there is none for them, or it is deleted. */
export async function standingOn(
  { sql, userId, deps }: ContentContext,
  { kind, id }: Thing,
): Promise<ScopeLevel | undefined> {
  const found =
    kind === 'space'
      ? await spaceLevel(sql, { userId, spaceId: id }, deps.isBarred)
      : await collectionLevel(sql, { userId, collectionId: id }, deps.isBarred)
  return !found || found.isDeleted || found.level === 'none' ? undefined : found
}

/**
 * Checks access to a thing again, under the organization's lock: while the request waited, another one may have moved
 * the thing to another organization, deleted it, or taken rights away. Throws 404 and 403 as the first time.
 */
export async function requireStanding(context: ContentContext, thing: Thing): Promise<ScopeLevel> {
  const found = await standingOn(context, thing)
  if (!found || found.organizationId !== context.access.organizationId) throw notFound(`The ${thing.kind}`)
  if (!atLeast(found.level, 'create')) throw forbidden('This needs the role "create" or a stronger one here.')
  return found
}
