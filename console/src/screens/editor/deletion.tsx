import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { recoverFocusLater } from '../../parts/screen-focus.ts'
import { useUndo } from '../../parts/undo.tsx'
import { useWordsOf } from '../../words/words.ts'
import { allPages, childrenOf, type Page } from '../space/pages.ts'
import { changeContent } from './change-content.ts'
import { type EditedState, reopenPage } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { ownChangesKey, runSave, savesEnded } from './own-changes.ts'
import { useFollow } from './use-change.ts'

const DeletionContext = createContext<ReturnType<typeof useUndo>>([() => {}, null])

/** Stands around the editor and its pages: what was deleted in one can be restored on the next, or when none is left. */
export function EditorFrame() {
  const { changeRequestId } = useParams({ strict: false })
  return <LatestDeletion key={changeRequestId} />
}

function LatestDeletion() {
  const undo = useUndo()
  return (
    <DeletionContext value={undo}>
      <Outlet />
    </DeletionContext>
  )
}

/** The offer to undo the last deletion; nothing if there was none. */
export function LastDeletion(): ReactNode {
  const [, offer] = useContext(DeletionContext)
  return offer && <div className={styles.notes}>{offer}</div>
}

/**
 * Deletes a page of a change request with the pages below it. As soon as it is deleted, restoring them in their places is
 * offered, as they were when they were deleted: what others wrote until then comes back too.
 */
export function useDeletion(state: EditedState, page: Page) {
  const words = useWordsOf('writing')
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  const [offer] = useContext(DeletionContext)
  const { pageId: open } = useParams({ strict: false })
  const follow = useFollow(state)
  const below = allPages(childrenOf(page))
  const isOpen = [page, ...below].some(({ id }) => id === open)
  const restore = async (revision: string) => {
    await runSave(queries, state, async () => {
      await changeContent(state, [{ operation: 'revert_page', page: page.id, revision }])
    })
    await reopenPage(queries, state)
    const to = '/s/$spaceId/changes/$changeRequestId/p/$pageId'
    if (isOpen && open !== undefined) await navigate({ to, params: { ...state, pageId: open } })
  }
  return useMutation({
    mutationKey: ownChangesKey(state),
    networkMode: 'always',
    async mutationFn() {
      await savesEnded(state)
      const begunAt = router.state.location.pathname
      const change = { operation: 'delete_page' as const, page: page.id }
      const deleted = await changeContent(state, [change])
      const followed = follow(deleted, change, begunAt)
      // Before that, the deletion would lead away from the page again.
      const undo = () => followed.catch(() => {}).then(() => restore(deleted.previousRevision))
      offer(words.pageDeleted(page.title || words.untitled, below.length), undo)
      await followed
      recoverFocusLater()
    },
  })
}
