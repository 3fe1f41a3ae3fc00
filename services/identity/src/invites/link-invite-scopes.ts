import { Collection, type CreateLinkInvite, Space } from '@quire/contracts'
import { badRequest, type Call, Refusal } from '@quire/kit'
import type { z } from 'zod'
import type { LinkInviteRow } from './link-invites.rules.ts'

/** Where a link leads: `scope_id` is the organization's id, a space's or a collection's. */
type LinkScope = Pick<LinkInviteRow, 'organization_id' | 'scope_kind' | 'scope_id'>

/** The space or collection that a link leads into as its answer shows it; nothing of the organization. */
export type ShownScope = { space: Space } | { collection: Collection } | Record<never, never>

/** Where a new link of the organization is to lead. */
export function scopeOf(organizationId: string, { space, collection }: z.output<typeof CreateLinkInvite>): LinkScope {
  if (space !== undefined) return { organization_id: organizationId, scope_kind: 'space', scope_id: space }
  if (collection !== undefined)
    return { organization_id: organizationId, scope_kind: 'collection', scope_id: collection }
  return { organization_id: organizationId, scope_kind: 'organization', scope_id: organizationId }
}

/** Asks content, as the caller; 404 where they see no such space or collection. */
export async function showScope(call: Call, { scope_kind: kind, scope_id: id }: LinkScope): Promise<ShownScope> {
  if (kind === 'space') return { space: Space.parse(await call('getSpaceById', { params: { spaceId: id } })) }
  if (kind === 'collection') {
    return { collection: Collection.parse(await call('getCollectionById', { params: { collectionId: id } })) }
  }
  return {}
}

/** The space or collection of a new link; 400 names the field where the organization has none that the caller sees. */
export async function showNewScope(call: Call, scope: LinkScope): Promise<ShownScope> {
  const refusal = badRequest(`body.${scope.scope_kind}`, `is no ${scope.scope_kind} of this organization`)
  const shown = await showScope(call, scope).catch((error: unknown) => {
    throw isNotFound(error) ? refusal : error
  })
  for (const one of Object.values(shown)) if (one.organization !== scope.organization_id) throw refusal
  return shown
}

export const isNotFound = (error: unknown) => error instanceof Refusal && error.status === 404
