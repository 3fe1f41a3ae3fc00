import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'
import { usePages } from '../../../api/use-pages.ts'

const limit = 100

/** Begins the key of everything about the members of an organization. */
export const membersKey = (organizationId: string) => ['members', organizationId] as const

/** Selects people by a part of their name or address, and by their role; empty for all. */
export interface MemberFilter {
  search: string
  role: string
}

/** The members of an organization whose names or addresses hold a text, those with a role if one is given. */
export function useMembers(organizationId: string, { search, role }: MemberFilter, enabled = true) {
  const key = [...membersKey(organizationId), 'list', search, role]
  const query = { limit, sort: 'name', order: 'asc', search, role }
  const params = { organizationId }
  return usePages(
    key,
    (page, signal) => api.get('/v1/orgs/{organizationId}/members', { params, query: { ...query, page }, signal }),
    { enabled },
  )
}

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
