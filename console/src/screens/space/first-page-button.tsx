import { faPlus } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../parts/button.tsx'
import { useWordsOf } from '../../words/words.ts'
import { propose } from '../changes/create-change.ts'
import { createdPage } from '../editor/change-content.ts'
import { FailureToast } from './toast.tsx'

interface FirstPageProps {
  spaceId: string
  /** True while it is not known whether the person has begun something else. */
  isHeld: boolean
}

/** Begins the first page of a space in a new change request, and opens it. */
export function FirstPageButton({ spaceId, isHeld }: FirstPageProps) {
  const words = useWordsOf('reading')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const write = useMutation({
    async mutationFn() {
      const page = { operation: 'insert_page', title: words.untitled, document: { markdown: '' } } as const
      const { state, changes } = await propose(spaceId, words.subjects.firstPage, page)
      return { ...state, pageId: createdPage(changes) }
    },
    async onSuccess(page) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await navigate({
        to: '/s/$spaceId/changes/$changeRequestId/p/$pageId',
        params: page,
        state: { isNewPage: true },
      })
    },
  })
  return (
    <>
      <Button
        kind="primary"
        icon={faPlus}
        busy={isHeld || write.isPending}
        data-tour="first-page"
        onClick={() => write.mutate()}
      >
        {words.writeFirstPage}
      </Button>
      {write.error && <FailureToast error={write.error} />}
    </>
  )
}
