import { faFileCircleXmark } from '@fortawesome/free-solid-svg-icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useParams } from '@tanstack/react-router'
import { Refused } from '../../api/client.ts'
import { forgetFailures } from '../../api/queries.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import { RestoreDeleted } from '../changes/restore-deleted.tsx'
import { lastVersionQuery, type PageVersion } from './last-version.ts'
import { pagesQuery } from './space-queries.ts'

/** Stands in place of a page that could not be loaded. Of a page that was deleted it leads to the last version. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const queries = useQueryClient()
  const { spaceId = '', pageId = '' } = useParams({ strict: false })
  const isAbsent = error instanceof Refused && error.status === 404
  const { data: version, isLoading } = useQuery({ ...lastVersionQuery(spaceId, pageId), enabled: isAbsent })
  if (isLoading) return <Loading />
  if (version) return <DeletedPage spaceId={spaceId} version={version} />
  return <Failure error={error} retry={() => void forgetFailures(queries).then(reset)} />
}

function DeletedPage({ spaceId, version }: { spaceId: string; version: PageVersion }) {
  const words = useWordsOf('reading')
  const { page, revisionId } = version
  // The tree may still have the page, if somebody else deleted it.
  useQuery({ ...pagesQuery({ spaceId }), staleTime: 0 })
  useTitle(page.title || words.untitled)
  return (
    <main>
      <h1 className="hidden-text">{page.title || words.untitled}</h1>
      <Empty
        icon={faFileCircleXmark}
        title={words.deletedPage(page.title || words.untitled)}
        action={
          <>
            <RestoreDeleted spaceId={spaceId} version={version} />
            {page.type === 'document' && (
              <Link
                to="/s/$spaceId/revisions/$revisionId/p/$pageId"
                params={{ spaceId, revisionId, pageId: page.id }}
                className={buttonClass()}
              >
                {words.readLastVersion}
              </Link>
            )}
          </>
        }
      >
        {words.deletedPageHint}
      </Empty>
    </main>
  )
}
