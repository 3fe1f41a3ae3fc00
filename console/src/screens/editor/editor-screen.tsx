import { faFileCirclePlus, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { spaceQuery } from '../../api/queries.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Empty, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { changeRequestQuery } from '../changes/changes-queries.ts'
import { Status } from '../changes/status.tsx'
import { NarrowTree } from '../space/narrow-tree.tsx'
import { firstDocument } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { ClosedPage } from './closed-page.tsx'
import { LastDeletion } from './deletion.tsx'
import styles from './editor-screen.module.css'
import { EditorTree } from './editor-tree.tsx'
import { PageEditor } from './page-editor.tsx'
import { useNewPage } from './use-new-page.ts'

/** Leads to the first page of a change request; one without pages says how to begin. */
export function EditorStart() {
  const words = useWordsOf('writing')
  const { spaceId, changeRequestId } = useParams({ from: '/signed-in/frame/s/$spaceId/changes/$changeRequestId/p/' })
  const { data: pages } = useSuspenseQuery(pagesQuery({ spaceId, changeRequestId }))
  const newPage = useNewPage({ spaceId, changeRequestId })
  const first = firstDocument(pages)
  // Creating the first page leads to it, as to a new one whose title has the focus.
  if (first && !newPage.isPending)
    return (
      <Navigate
        to="/s/$spaceId/changes/$changeRequestId/p/$pageId"
        params={{ spaceId, changeRequestId, pageId: first.id }}
        replace
      />
    )
  const button = (
    <Button kind="primary" icon={faPlus} busy={newPage.isPending} data-tour="new-page" onClick={newPage.create}>
      {words.newPage}
    </Button>
  )
  return (
    <main>
      <h1 className="hidden-text">{words.edit}</h1>
      <LastDeletion />
      <Empty icon={faFileCirclePlus} title={words.noPages} action={button}>
        {words.firstPageHint}
      </Empty>
      {newPage.error && <Notice>{refusalText(newPage.error, words)}</Notice>}
    </main>
  )
}

/** A page of a change request: its text to edit beside the page that it makes, or the page alone once it is closed. */
export function EditorScreen() {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  const { spaceId, changeRequestId, pageId } = useParams({
    from: '/signed-in/frame/s/$spaceId/changes/$changeRequestId/p/$pageId',
  })
  const state = useMemo(() => ({ spaceId, changeRequestId }), [spaceId, changeRequestId])
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: changeRequest } = useSuspenseQuery(changeRequestQuery(spaceId, changeRequestId))
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const [stateLine, setStateLine] = useState<HTMLElement | null>(null)
  const mayEdit = space.permissions.edit && (changeRequest.status === 'draft' || changeRequest.status === 'open')
  const tree = { state, pages, current: pageId, mayEdit }
  return (
    <div className={styles.screen}>
      <NarrowTree className={styles.narrowTree} current={pageId}>
        <EditorTree {...tree} />
      </NarrowTree>
      <nav className={styles.tree} aria-label={words.pages}>
        <EditorTree {...tree} heading={<h2>{words.pages}</h2>} />
      </nav>
      <div className={styles.work}>
        <section className={styles.bar} aria-label={reviewWords.besideChange}>
          <Status status={changeRequest.status} />
          <Link to="/s/$spaceId/changes/$changeRequestId" params={state} className={styles.subject}>
            #{changeRequest.number} <bdi>{changeRequest.subject || words.untitled}</bdi>
          </Link>
          <span ref={setStateLine} className={styles.state} />
          <Link to="/s/$spaceId/changes/$changeRequestId" params={state} className={buttonClass()} data-tour="review">
            {words.reviewChanges}
          </Link>
        </section>
        <LastDeletion />
        {mayEdit ? (
          <PageEditor key={pageId} state={state} pageId={pageId} stateLine={stateLine} />
        ) : (
          <ClosedPage key={pageId} state={state} pageId={pageId} pages={pages} status={changeRequest.status} />
        )}
      </div>
    </div>
  )
}
