import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'
import { spaceChangesQuery } from '../changes/changes-queries.ts'

/** Leads to where the open page of a space can be changed: to one of the person's own change requests, or to a new one. */
export function useEditing(spaceId: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { pageId } = useParams({ strict: false })
  const edit = (changeRequestId: string) => {
    const params = { spaceId, changeRequestId }
    if (pageId) return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: { ...params, pageId } })
    return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p', params })
  }
  const create = useMutation({
    mutationFn: () => api.post('/v1/spaces/{spaceId}/change-requests', { params: { spaceId }, body: {} }),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await edit(id)
    },
  })
  return { ...useOwnChanges(spaceId), edit, create }
}

/** The change requests of the person that can be changed; `own` is undefined until all of them are known. */
function useOwnChanges(spaceId: string) {
  const { data: me } = useQuery(meQuery)
  const mine = { creator: me?.id }
  const drafts = useQuery({ ...spaceChangesQuery(spaceId, { status: 'draft', ...mine }), enabled: !!me })
  const open = useQuery({ ...spaceChangesQuery(spaceId, { status: 'open', ...mine }), enabled: !!me })
  return {
    own: drafts.data && open.data && [...drafts.data, ...open.data],
    error: drafts.error ?? open.error,
    isLoading: [drafts, open].some(({ isPending }) => isPending),
    load: () => void Promise.all([drafts.refetch(), open.refetch()]),
  }
}
