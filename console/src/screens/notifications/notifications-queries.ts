import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

const limit = 50

/** A person's own notifications in an organization, newest first; a page of them at a time. */
export const notificationsQuery = (organizationId: string, unread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['notifications', organizationId, unread],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit, page: pageParam, ...(unread && { unread }) }
      return api.get('/v1/orgs/{organizationId}/notifications', { params: { organizationId }, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next?.page,
  })
