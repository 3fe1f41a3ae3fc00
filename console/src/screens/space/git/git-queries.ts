import type { GitSync } from '@quire/contracts'
import { queryOptions } from '@tanstack/react-query'
import { api, Refused } from '../../../api/client.ts'

const lookMs = 5000

/** The synchronization of a space; null if there is none. It is read again as long as somebody looks at it. */
export const gitSyncQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['state', spaceId, 'git-sync'],
    async queryFn({ signal }): Promise<GitSync | null> {
      try {
        return await api.get('/v1/spaces/{spaceId}/git/sync', { params: { spaceId }, signal })
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      }
    },
    refetchInterval: ({ state }) => (state.data ? lookMs : false),
  })
