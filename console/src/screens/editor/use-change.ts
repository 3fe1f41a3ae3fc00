import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { pagesQuery } from '../space/space-queries.ts'
import { type ContentChange, changeContent } from './change-content.ts'
import { type EditedState, editedKey, loadAgain } from './edited-page.ts'
import { ownChangesKey } from './own-changes.ts'
import { pageAfterDeletion } from './page-after-deletion.ts'

type Changed = Awaited<ReturnType<typeof changeContent>>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True where a page was created and then opened; it stays true for that entry of the history. */
    isNewPage?: boolean
  }
}

/**
 * Changes the pages of a change request, and shows the tree as it is then. A document that was created is opened: only one is
 * created at a time. If the open page is deleted, by itself or with one above it, one beside it is opened.
 */
export function useChange(state: EditedState) {
  const router = useRouter()
  const follow = useFollow(state)
  return useMutation({
    mutationKey: ownChangesKey(state),
    // Offline it fails at once: one that waited for the network would come after what is typed meanwhile.
    networkMode: 'always',
    mutationFn: (change: ContentChange) => changeContent(state, [change]),
    onMutate: () => router.state.location.pathname,
    onSuccess: follow,
  })
}

/** Returns the function that shows what a change has made of the tree, given where the change was begun. */
export function useFollow(state: EditedState) {
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  const { pageId: open } = useParams({ strict: false })
  return async ({ changes }: Pick<Changed, 'changes'>, change: ContentChange, begunAt: string) => {
    const before = queries.getQueryData(pagesQuery(state).queryKey) ?? []
    const created = changes.find(({ object }) => object === 'created_page')
    // Groups and links have no text to write.
    const isWritten = change.operation === 'insert_page' && (change.type ?? 'document') === 'document'
    let next = created?.object === 'created_page' && isWritten ? created.page.id : open
    if (change.operation === 'delete_page' && open) next = pageAfterDeletion(before, change.page, open)
    await loadAgain(queries, state)
    // Nobody is led away from a screen that they went to meanwhile.
    const isHere = router.state.location.pathname === begunAt
    if (isHere && next === undefined && open)
      await navigate({ to: '/s/$spaceId/changes/$changeRequestId/p', params: { ...state } })
    else if (isHere && next !== undefined && next !== open)
      await navigate({
        to: '/s/$spaceId/changes/$changeRequestId/p/$pageId',
        params: { ...state, pageId: next },
        ...(created && { state: { isNewPage: true } }),
      })
    // Last, because the editor of a page that was deleted would find it gone.
    await queries.invalidateQueries({ queryKey: editedKey(state) })
  }
}
