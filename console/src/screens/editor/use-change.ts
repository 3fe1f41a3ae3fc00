import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { stateKey } from '../space/space-queries.ts'
import { type ContentChange, changeContent } from './change-content.ts'
import { ownChangesKey } from './own-changes.ts'

/**
 * Changes the pages of a change request, and shows the tree as it is then. A page that was created is opened: only one is
 * created at a time.
 */
export function useChange(state: { spaceId: string; changeRequestId: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ownChangesKey(state),
    mutationFn: (change: ContentChange) => changeContent(state, [change]),
    async onSuccess({ changes }) {
      await queries.invalidateQueries({ queryKey: stateKey(state) })
      await queries.invalidateQueries({ queryKey: ['change-request', state.spaceId, state.changeRequestId] })
      const created = changes.find(({ object }) => object === 'created_page')
      if (created?.object !== 'created_page') return
      const params = { ...state, pageId: created.page.id }
      await navigate({ to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params })
    },
  })
}
