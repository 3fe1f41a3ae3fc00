import type { DecidingRule } from '@quire/access'
import type { PermissionSource } from '@quire/contracts'
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

/** Presents the rule that decides a role on a scope; a rule of another scope is of a collection around it. */
export function presentSource(
  { source: type, scopeId, teamId }: DecidingRule,
  scope: Pick<GrantScope, 'id' | 'kind'>,
): PermissionSource {
  return {
    type,
    ...(teamId !== null && { team: teamId }),
    ...(scopeId !== null && { [scopeId === scope.id ? scope.kind : 'collection']: scopeId }),
  }
}
