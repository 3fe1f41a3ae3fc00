import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, Refused } from './client.ts'

/** Data is fresh for half a minute: what the person changes is fetched again at once, what others change a little later. */
const staleTime = 30_000
const maxRetries = 2

/** Status of a failed connection, of too many requests at once, and of an overload. */
const passing = [0, 429, 503]

/** Creates the cache of answers. A refusal is final; what passes is tried again after one second and after two more. */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime,
        retry: (count, error) => count < maxRetries && error instanceof Refused && passing.includes(error.status),
      },
    },
  })

/** Forgets what could not be loaded, so that a screen that is shown again asks for it again. */
export const forgetFailures = (queries: QueryClient): Promise<void> =>
  queries.resetQueries({ predicate: ({ state }) => state.status === 'error' })

/** Fetches again what is shown of everything whose key begins with one of these; the rest when it is shown. */
export const refresh = (queries: QueryClient, ...keys: QueryKey[]) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))

/** The person who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get('/v1/user', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await api.get('/v1/orgs', { query: { limit: 1000 }, signal })).items,
})

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', organizationId],
    queryFn: ({ signal }) => api.get('/v1/orgs/{organizationId}', { params: { organizationId }, signal }),
  })

/** The collections and spaces of an organization that the person sees. */
export const workspaceQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['workspace', organizationId],
    async queryFn({ signal }) {
      const given = { params: { organizationId }, signal }
      const [collections, spaces] = await Promise.all([
        all((page) => api.get('/v1/orgs/{organizationId}/collections', { ...given, query: { limit: 1000, page } })),
        all((page) => api.get('/v1/orgs/{organizationId}/spaces', { ...given, query: { limit: 1000, page } })),
      ])
      return { collections, spaces }
    },
  })

export const spaceQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['space', spaceId],
    queryFn: ({ signal }) => api.get('/v1/spaces/{spaceId}', { params: { spaceId }, signal }),
  })

/**
 * The favourite spaces of the person in an organization, and those that they opened last. Its key begins as that of all
 * spaces does, so that one that is renamed or deleted is so here too.
 */
export const personalSpacesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['workspace', organizationId, 'personal'],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/personal-spaces', { params: { organizationId }, signal }),
  })

const unreadIntervalMs = 60_000

/** Counts the unread notifications of the person; asked for again each minute while the console is seen. */
export const unreadQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['unread-notifications', organizationId],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/notifications/unread', { params: { organizationId }, signal }),
    refetchInterval: unreadIntervalMs,
  })

interface ListPage<Item> {
  items: Item[]
  next?: { page: string } | undefined
}

/** Reads a list to its end. */
export async function all<Item>(read: (page: string | undefined) => Promise<ListPage<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let page: string | undefined
  do {
    const answer = await read(page)
    items.push(...answer.items)
    page = answer.next?.page
  } while (page !== undefined)
  return items
}
