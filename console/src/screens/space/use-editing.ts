import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from '../../api/queries.ts'
import { useNewChangeRequest } from '../../api/use-new-change-request.ts'
import { subjectOfEdit } from '../../parts/subjects.ts'
import { useWords } from '../../words/words.ts'
import { spaceChangesQuery } from '../changes/changes-queries.ts'
import { allPages, firstDocument } from './pages.ts'
import { pagesQuery } from './space-queries.ts'

/** Leads to where the open page of a space can be changed: to one of the person's own change requests, or to a new one. */
export function useEditing(spaceId: string) {
  const { pageId } = useParams({ strict: false })
  const words = useWords()
  const queries = useQueryClient()
  /** Calls a new change request after the page that it opens. */
  const subjectOf = async () => {
    const pages = await queries.ensureQueryData(pagesQuery({ spaceId }))
    const page = pageId === undefined ? firstDocument(pages) : allPages(pages).find(({ id }) => id === pageId)
    return subjectOfEdit(page?.title, words)
  }
  return { ...useOwnChanges(spaceId), ...useNewChangeRequest(spaceId, pageId, subjectOf) }
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
