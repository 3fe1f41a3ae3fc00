import { faRotateLeft } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { spaceQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { subjectWith } from '../../parts/subjects.ts'
import { useWordsOf } from '../../words/words.ts'
import type { PageVersion } from '../space/last-version.ts'
import { allPages } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { FailureToast } from '../space/toast.tsx'
import { propose } from './create-change.ts'

interface RestoreProps {
  spaceId: string
  version: PageVersion
}

/** Offers to restore an earlier version of a page that the live content has no more, to whoever may edit the space. */
export function RestoreDeleted({ spaceId, version }: RestoreProps) {
  const words = useWordsOf('reading')
  const { data: space } = useQuery(spaceQuery(spaceId))
  const { data: live } = useQuery(pagesQuery({ spaceId }))
  const restore = useRestore(spaceId, version)
  if (!space?.permissions.edit || !live || allPages(live).some(({ id }) => id === version.page.id)) return null
  return (
    <>
      <Button icon={faRotateLeft} busy={restore.isPending} onClick={() => restore.mutate()}>
        {words.restoreThisPage}
      </Button>
      {restore.error && <FailureToast error={restore.error} />}
    </>
  )
}

/** Restores a page with the pages below it in a new change request, and opens it there; what has no text is shown as a change. */
function useRestore(spaceId: string, { page, revisionId }: PageVersion) {
  const words = useWordsOf('reading')
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn() {
      const restored = { operation: 'revert_page', page: page.id, revision: revisionId } as const
      return (await propose(spaceId, subjectWith(page.title, words.subjects.restore), restored)).state
    },
    async onSuccess(params) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      if (page.type !== 'document') return navigate({ to: '/s/$spaceId/changes/$changeRequestId', params })
      const to = '/s/$spaceId/changes/$changeRequestId/p/$pageId'
      return navigate({ to, params: { ...params, pageId: page.id } })
    },
  })
}
