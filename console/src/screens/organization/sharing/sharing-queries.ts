import type { Member } from '@quire/contracts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'

/** A space or collection that people and teams are given a level on. */
export interface Scope {
  kind: 'space' | 'collection'
  id: string
}

type Level = Member['role']
interface Page {
  page: string | undefined
  signal: AbortSignal
}

/** Returns the calls about the levels that were given on a space or collection; a null level is no access. */
export const grantsOf = ({ kind, id }: Scope) => (kind === 'space' ? onSpace(id) : onCollection(id))

function onSpace(spaceId: string) {
  const at = '/v1/spaces/{spaceId}/permissions' as const
  const params = { spaceId }
  return {
    users: ({ page, signal }: Page) => api.get(`${at}/users`, { params, query: { page }, signal }),
    teams: ({ page, signal }: Page) => api.get(`${at}/teams`, { params, query: { page }, signal }),
    everybody: ({ page, signal }: Page) => api.get(`${at}/aggregate`, { params, query: { page }, signal }),
    give: (body: Gift) => api.post(at, { params, body }),
    setUser: (userId: string, role: Level) =>
      api.patch(`${at}/users/{userId}`, { params: { spaceId, userId }, body: { role } }),
    setTeam: (teamId: string, role: Level) =>
      api.patch(`${at}/teams/{teamId}`, { params: { spaceId, teamId }, body: { role } }),
    removeUser: (userId: string) => api.delete(`${at}/users/{userId}`, { params: { spaceId, userId } }),
    removeTeam: (teamId: string) => api.delete(`${at}/teams/{teamId}`, { params: { spaceId, teamId } }),
  }
}

function onCollection(collectionId: string): ReturnType<typeof onSpace> {
  const at = '/v1/collections/{collectionId}/permissions' as const
  const params = { collectionId }
  return {
    users: ({ page, signal }) => api.get(`${at}/users`, { params, query: { page }, signal }),
    teams: ({ page, signal }) => api.get(`${at}/teams`, { params, query: { page }, signal }),
    everybody: ({ page, signal }) => api.get(`${at}/aggregate`, { params, query: { page }, signal }),
    give: (body) => api.post(at, { params, body }),
    setUser: (userId, role) => api.patch(`${at}/users/{userId}`, { params: { collectionId, userId }, body: { role } }),
    setTeam: (teamId, role) => api.patch(`${at}/teams/{teamId}`, { params: { collectionId, teamId }, body: { role } }),
    removeUser: (userId) => api.delete(`${at}/users/{userId}`, { params: { collectionId, userId } }),
    removeTeam: (teamId) => api.delete(`${at}/teams/{teamId}`, { params: { collectionId, teamId } }),
  }
}

/** People and teams that are given a level. */
interface Gift {
  role: Level
  users?: string[]
  teams?: string[]
}

/** Begins the key of everything about who sees a space or collection. */
export const sharingKey = ({ kind, id }: Scope) => ['sharing', kind, id] as const

/** Everybody who sees a space, by whatever rule, by name; only whoever administers the space may know. */
export const readersQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...sharingKey({ kind: 'space', id: spaceId }), 'readers'],
    queryFn: async ({ signal }) => {
      const given = { params: { spaceId }, signal }
      const readers = await all((page) =>
        api.get('/v1/spaces/{spaceId}/permissions/aggregate', { ...given, query: { page, limit: 1000 } }),
      )
      return readers.map(({ user }) => user).toSorted((one, other) => one.displayName.localeCompare(other.displayName))
    },
  })

/** The people and teams with a level on the space or collection itself. */
export const grantsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...sharingKey(scope), 'grants'],
    async queryFn({ signal }) {
      const calls = grantsOf(scope)
      const [users, teams] = await Promise.all([
        all((page) => calls.users({ page, signal })),
        all((page) => calls.teams({ page, signal })),
      ])
      return { users, teams }
    },
  })
