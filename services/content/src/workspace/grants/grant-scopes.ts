import type { WorkspaceContext } from '../context.ts'

/** The space or collection that a grant is on. */
export interface GrantScope {
  id: string
  kind: 'space' | 'collection'
  organizationId: string
}

type On<Param extends string> = WorkspaceContext & { params: Record<Param, string> }

/** The path's space; the organization comes from authorization. */
export function spaceScope({ access, params }: On<'spaceId'>): GrantScope {
  return { id: params.spaceId, kind: 'space', organizationId: access.organizationId }
}

/** The path's collection. */
export function collectionScope({ access, params }: On<'collectionId'>): GrantScope {
  return { id: params.collectionId, kind: 'collection', organizationId: access.organizationId }
}
