import type { Space } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all, organizationsQuery, refresh, workspaceQuery } from '../../../api/queries.ts'

const retentionMs = 7 * 86_400_000

/** The deleted spaces of an organization that the person may restore. */
export const trashQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['trash', organizationId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/deleted-spaces', {
          params: { organizationId },
          query: { limit: 1000, page },
          signal,
        }),
      ),
    staleTime: 0,
  })

/** A deleted space that the person may restore, in whichever of their organizations; null if there is none with this id. */
export const deletedSpaceQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['trash', 'space', spaceId],
    async queryFn({ client }): Promise<Space | null> {
      for (const { id } of await client.fetchQuery(organizationsQuery)) {
        const found = (await client.fetchQuery(trashQuery(id))).find((space) => space.id === spaceId)
        if (found) return found
      }
      return null
    },
    staleTime: 0,
  })

/** Returns when a space was deleted, and until when it can be restored. */
export function timesOfDeletion({ deletedAt, updatedAt }: Space) {
  const at = deletedAt ?? updatedAt
  return { at, until: new Date(Date.parse(at) + retentionMs).toISOString() }
}

/** Restores a deleted space. */
export function useRestoration(space: Space, onRestored: (restored: Space) => unknown) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.post('/v1/spaces/{spaceId}/restore', { params: { spaceId: space.id } }),
    async onSuccess(restored) {
      await onRestored(restored)
      const lists = [trashQuery(space.organization).queryKey, workspaceQuery(space.organization).queryKey]
      await refresh(queries, ...lists, ['changes'])
    },
  })
}
