import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from '../../api/queries.ts'
import { spaceChangesQuery } from '../changes/changes-queries.ts'
import { useNewChangeRequest } from './use-new-change-request.ts'

/** Leads to where the open page of a space can be changed: to one of the person's own change requests, or to a new one. */
export function useEditing(spaceId: string) {
  const { pageId } = useParams({ strict: false })
  return { ...useOwnChanges(spaceId), ...useNewChangeRequest(spaceId, pageId) }
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
