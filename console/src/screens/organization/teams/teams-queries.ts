import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'

const limit = 1000

/** Begins the key of everything about the teams of an organization. */
export const teamsKey = (organizationId: string) => ['teams', organizationId] as const

/** All teams of an organization. */
export const teamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...teamsKey(organizationId), 'list'],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/teams', { params: { organizationId }, query: { limit, page }, signal }),
      ),
  })

export const teamQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: [...teamsKey(organizationId), 'one', teamId],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/teams/{teamId}', { params: { organizationId, teamId }, signal }),
  })

/** The members of a team, with their role in it. */
export const teamMembersQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: [...teamsKey(organizationId), 'members', teamId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/teams/{teamId}/members', {
          params: { organizationId, teamId },
          query: { limit, page },
          signal,
        }),
      ),
  })

/** The spaces and collections on which a team was given a level. */
export const teamGrantsQuery = (organizationId: string, teamId: string) =>
  queryOptions({
    queryKey: [...teamsKey(organizationId), 'grants', teamId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/teams/{teamId}/permissions', {
          params: { organizationId, teamId },
          query: { limit, page },
          signal,
        }),
      ),
  })
