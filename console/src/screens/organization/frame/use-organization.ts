import type { Organization } from '@quire/contracts'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { organizationQuery, workspaceQuery } from '../../../api/queries.ts'
import { type Abilities, abilitiesIn } from '../../../frame/administration-screens.ts'

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

/** Returns the abilities of the person who is signed in; undefined until they are known. */
export function useAbilities(organization: Organization): Abilities | undefined {
  const { data: workspace } = useQuery(workspaceQuery(organization.id))
  return workspace && abilitiesIn(organization, workspace)
}
