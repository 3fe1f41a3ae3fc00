import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'
import { usePages } from '../../../api/use-pages.ts'

const limit = 100

/** Begins the key of everything about the members of an organization. */
export const membersKey = (organizationId: string) => ['members', organizationId] as const

/** The members of an organization whose names or addresses hold a text, those with a role if one is given. */
export const useMembers = (organizationId: string, { search, role }: { search: string; role: string }) =>
  usePages([...membersKey(organizationId), 'list', search, role], (page, signal) => {
    const query = { limit, sort: 'name', order: 'asc', search, role, page }
    return api.get('/v1/orgs/{organizationId}/members', { params: { organizationId }, query, signal })
  })

/** The addresses that were invited and have not signed in yet. */
export const invitesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), 'invites'],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/invites', { params: { organizationId }, query: { limit, page }, signal }),
      ),
  })

/** The links by which people join an organization. */
export const inviteLinksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), 'links'],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/link-invites', {
          params: { organizationId },
          query: { limit, page },
          signal,
        }),
      ),
  })

/** The teams of a member, with their role in each. */
export const memberTeamsQuery = (organizationId: string, userId: string) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), 'teams', userId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/members/{userId}/teams', {
          params: { organizationId, userId },
          query: { limit, page },
          signal,
        }),
      ),
  })

/** How people sign in here. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => api.get('/v1/sign-in/methods', { signal }),
})
