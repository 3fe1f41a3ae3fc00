import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from './client.ts'

/**
 * Leads to a change request of a space, at a page if one is given: to one that there is, or to a new one, whose subject
 * `subjectOf` resolves with.
 */
export function useNewChangeRequest(spaceId: string, pageId: string | undefined, subjectOf: () => Promise<string>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const edit = (changeRequestId: string) => {
    const params = { spaceId, changeRequestId }
    if (pageId) return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: { ...params, pageId } })
    return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p', params })
  }
  const create = useMutation({
    async mutationFn() {
      const body = { subject: await subjectOf() }
      return api.post('/v1/spaces/{spaceId}/change-requests', { params: { spaceId }, body })
    },
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await edit(id)
    },
  })
  return { edit, create }
}
