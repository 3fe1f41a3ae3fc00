import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { spaceQuery } from '../../api/queries.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { EditButton } from './edit-button.tsx'
import { FirstPageButton } from './first-page-button.tsx'
import { firstDocument } from './pages.ts'
import { pagesQuery } from './space-queries.ts'
import { useEditing } from './use-editing.ts'

/** Leads to the first page of a space; a space without pages says how to begin. */
export function SpaceStart() {
  const words = useWordsOf('reading')
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: pages } = useSuspenseQuery(pagesQuery({ spaceId }))
  const first = firstDocument(pages)
  if (first) return <Navigate to="/s/$spaceId/p/$pageId" params={{ spaceId, pageId: first.id }} replace />
  return (
    <main>
      <h1 className="hidden-text">{space.title}</h1>
      <Empty
        icon={faFileLines}
        title={words.noPages}
        action={
          space.permissions.edit && (
            <>
              <Begin spaceId={spaceId} />
              <Link
                to="/o/$organizationId/imports/new"
                params={{ organizationId: space.organization }}
                search={{ space: spaceId }}
                className={buttonClass()}
              >
                {words.importContent}
              </Link>
            </>
          )
        }
      >
        {space.permissions.edit ? words.noPagesHint : words.noPagesReader}
      </Empty>
    </main>
  )
}

/** Begins the first page; whoever has begun a change request goes on there, since it may have the page already. */
function Begin({ spaceId }: { spaceId: string }) {
  const { own = [], isLoading } = useEditing(spaceId)
  return own.length > 0 ? <EditButton spaceId={spaceId} /> : <FirstPageButton spaceId={spaceId} isHeld={isLoading} />
}
