import type { Organization } from '@quire/contracts'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { meQuery, organizationQuery, workspaceQuery } from '../../../api/queries.ts'

/** Returns the organization of the screen. */
export function useOrganization(): Organization {
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId' })
  return useSuspenseQuery(organizationQuery(organizationId)).data
}

/** A person's membership. */
export const memberQuery = (organizationId: string, userId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'one', userId],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/members/{userId}', { params: { organizationId, userId }, signal }),
  })

/** The rights of the signed-in person in the organization; screens offer no more than these. */
export interface Abilities {
  /** Has a role, so that they see members, teams and specifications. */
  isMember: boolean
  isAdmin: boolean
  /** Has content of which they may write some. */
  writes: boolean
  /** May create content, or manages some. */
  manages: boolean
}

/** Returns the abilities of the person who is signed in; undefined until they are known. */
export function useAbilities({ id: organizationId, permissions }: Organization): Abilities | undefined {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: member } = useQuery(memberQuery(organizationId, me.id))
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  if (!member || !workspace) return undefined
  return {
    isMember: member.role !== null,
    isAdmin: permissions.admin,
    // Uploads need the role to edit in the organization.
    writes: member.role !== null && workspace.spaces.some((space) => space.permissions.edit),
    manages: permissions.createContent || workspace.spaces.some((space) => space.permissions.admin),
  }
}
