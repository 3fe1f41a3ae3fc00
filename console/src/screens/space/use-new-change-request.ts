import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWords } from '../../words/words.ts'
import { createChange, subjectWith } from '../changes/create-change.ts'
import { allPages, firstDocument } from './pages.ts'
import { pagesQuery } from './space-queries.ts'

/**
 * Leads to a change request of a space, at a page if one is given: to one that there is, or to a new one. The new one is
 * called after the page that it opens.
 */
export function useNewChangeRequest(spaceId: string, pageId: string | undefined) {
  const words = useWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const edit = (changeRequestId: string) => {
    const params = { spaceId, changeRequestId }
    if (pageId) return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: { ...params, pageId } })
    return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p', params })
  }
  const create = useMutation({
    async mutationFn() {
      const pages = await queries.ensureQueryData(pagesQuery({ spaceId }))
      const page = pageId === undefined ? firstDocument(pages) : allPages(pages).find(({ id }) => id === pageId)
      const { firstPage, edit } = words.subjects
      return createChange(spaceId, page ? subjectWith(page.title, edit) : firstPage)
    },
    async onSuccess({ changeRequestId }) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await edit(changeRequestId)
    },
  })
  return { edit, create }
}
