import { Collection, type CreateLinkInvite, Space } from '@quire/contracts'
import { badRequest, type Call, Refusal } from '@quire/kit'
import type { z } from 'zod'
import type { LinkInviteRow } from './link-invites.rules.ts'

/** The target of a link: `scope_id` is the id of the organization, a space or a collection. */
type LinkScope = Pick<LinkInviteRow, 'organization_id' | 'scope_kind' | 'scope_id'>

/** The space or collection that a link leads into, as presented to the caller; empty for the organization. */
export type VisibleScope = { space: Space } | { collection: Collection } | Record<never, never>

/** Returns the target of a new link of the organization. */
export function scopeOf(organizationId: string, { space, collection }: z.output<typeof CreateLinkInvite>): LinkScope {
  if (space !== undefined) return { organization_id: organizationId, scope_kind: 'space', scope_id: space }
  if (collection !== undefined)
    return { organization_id: organizationId, scope_kind: 'collection', scope_id: collection }
  return { organization_id: organizationId, scope_kind: 'organization', scope_id: organizationId }
}

/** Fetches the target from content on behalf of the caller; 404 if it is hidden from them. */
export async function fetchScope(call: Call, { scope_kind: kind, scope_id: id }: LinkScope): Promise<VisibleScope> {
  if (kind === 'space') return { space: Space.parse(await call('getSpaceById', { params: { spaceId: id } })) }
  if (kind === 'collection') {
    return { collection: Collection.parse(await call('getCollectionById', { params: { collectionId: id } })) }
  }
  return {}
}

/** Fetches the target of a new link; throws 400 with the field's name if it is hidden or in another organization. */
export async function fetchNewScope(call: Call, scope: LinkScope): Promise<VisibleScope> {
  const refusal = badRequest(`body.${scope.scope_kind}`, `is no ${scope.scope_kind} of this organization`)
  const found = await fetchScope(call, scope).catch((error: unknown) => {
    throw isNotFound(error) ? refusal : error
  })
  for (const one of Object.values(found)) if (one.organization !== scope.organization_id) throw refusal
  return found
}

export const isNotFound = (error: unknown) => error instanceof Refusal && error.status === 404
