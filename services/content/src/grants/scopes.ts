import type { ContentContext } from '../context.ts'

/** What a rule lies on. */
export interface GrantScope {
  id: string
  kind: 'space' | 'collection'
  organizationId: string
}

type On<Param extends string> = ContentContext & { params: Record<Param, string> }

/** The space of the path: authorization has loaded it already. */
export function spaceScope({ access, params }: On<'spaceId'>): GrantScope {
  return { id: params.spaceId, kind: 'space', organizationId: access.organizationId }
}

/** The collection of the path. */
export function collectionScope({ access, params }: On<'collectionId'>): GrantScope {
  return { id: params.collectionId, kind: 'collection', organizationId: access.organizationId }
}
