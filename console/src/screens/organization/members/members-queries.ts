import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'

const limit = 100

/** The members of an organization whose names or addresses hold a text; the first hundred. */
export const membersQuery = (organizationId: string, search: string) =>
  queryOptions({
    queryKey: ['members', organizationId, search],
    queryFn: async ({ signal }) => {
      const query = { limit, sort: 'name', order: 'asc', search }
      return (await api.get('/v1/orgs/{organizationId}/members', { params: { organizationId }, query, signal })).items
    },
  })

/** The addresses that were invited and have not signed in yet. */
export const invitesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'invites'],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/invites', { params: { organizationId }, query: { limit, page }, signal }),
      ),
  })
