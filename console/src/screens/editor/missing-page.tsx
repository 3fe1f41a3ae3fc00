import { faFileCircleQuestion, faFileCircleXmark, faRotate } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Empty, Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { changeRequestQuery } from '../changes/changes-queries.ts'
import { RestorePage } from '../changes/restore-page.tsx'
import { lastVersionQuery } from '../space/last-version.ts'
import { allPages, firstDocument, type Page } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { type EditedState, reopenPage } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { ownChangesKey } from './own-changes.ts'
import { UnsavedText } from './unsaved-text.tsx'

interface MissingProps {
  state: EditedState
  pageId: string
  /** True if the page was there when the screen was opened. */
  wasThere: boolean
}

/** Stands in place of the editor of a page that an open change request does not have: not yet, or no longer. */
export function MissingPage({ state, pageId, wasThere }: MissingProps) {
  const words = useWordsOf('writing')
  const { spaceId, changeRequestId } = state
  const { data: changeRequest } = useSuspenseQuery(changeRequestQuery(spaceId, changeRequestId))
  const { revisionInitial, revisionMergedAncestor: revisionId = revisionInitial } = changeRequest
  const { data: live } = useSuspenseQuery({ ...pagesQuery({ spaceId }), staleTime: 0 })
  const { data: before } = useSuspenseQuery(pagesQuery({ spaceId, revisionId }))
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const update = useUpdate(state)
  const deleted = pageIn(before, pageId)
  const isLive = pageIn(live, pageId) !== undefined
  const isUnknown = !deleted && !isLive && !wasThere
  const { data: version, isLoading } = useQuery({ ...lastVersionQuery(spaceId, pageId), enabled: isUnknown })
  const kind = !deleted && isLive ? 'notYet' : deleted || wasThere ? 'deleted' : version ? 'deletedLive' : 'unknown'
  const first = firstDocument(pages)
  if (isLoading) return <Loading />
  return (
    <main className={styles.ended}>
      <h1 className="hidden-text">{words.edit}</h1>
      <Empty
        icon={kind === 'deleted' || kind === 'deletedLive' ? faFileCircleXmark : faFileCircleQuestion}
        title={words.missingPages[kind].title}
        action={
          <>
            {kind === 'notYet' && (
              <Button kind="primary" icon={faRotate} busy={update.isPending} onClick={() => update.mutate()}>
                {words.update}
              </Button>
            )}
            {deleted && <RestorePage {...state} page={deleted} />}
            {version && <RestorePage {...state} page={version.page} revision={version.revisionId} />}
            {first && (
              <Link
                to="/s/$spaceId/changes/$changeRequestId/p/$pageId"
                params={{ ...state, pageId: first.id }}
                className={buttonClass()}
              >
                {words.toFirstPage}
              </Link>
            )}
          </>
        }
      >
        {words.missingPages[kind].hint}
      </Empty>
      {update.error && <Notice>{refusalText(update.error, words)}</Notice>}
      <UnsavedText state={state} pageId={pageId} reason="deleted" />
    </main>
  )
}

const pageIn = (pages: readonly Page[], pageId: string) => allPages(pages).find(({ id }) => id === pageId)

/** Takes the live content into a change request. */
function useUpdate(state: EditedState) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ownChangesKey(state),
    mutationFn: () =>
      api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update', { params: { ...state } }),
    onSuccess: () => reopenPage(queries, state),
  })
}
