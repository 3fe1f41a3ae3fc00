import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { Empty } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { firstDocument } from './pages.ts'
import { pagesQuery } from './space-queries.ts'

/** Leads to the first page of a revision. */
export function RevisionStart() {
  const words = useWordsOf('reading')
  const { spaceId, revisionId } = useParams({ from: '/signed-in/frame/s/$spaceId/revisions/$revisionId/' })
  const { data: pages } = useSuspenseQuery(pagesQuery({ spaceId, revisionId }))
  const first = firstDocument(pages)
  if (first)
    return (
      <Navigate
        to="/s/$spaceId/revisions/$revisionId/p/$pageId"
        params={{ spaceId, revisionId, pageId: first.id }}
        replace
      />
    )
  return (
    <main>
      <h1 className="hidden-text">{words.history}</h1>
      <Empty icon={faFileLines} title={words.noPages}>
        {words.noPagesReader}
      </Empty>
    </main>
  )
}
