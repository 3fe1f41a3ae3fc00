import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { spaceQuery } from '../../api/queries.ts'
import { Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { RestoreDeleted } from '../changes/restore-deleted.tsx'
import { useAim } from '../comments/aimed-comment.ts'
import { Beside } from './beside.tsx'
import { ContentContributors } from './content-contributors.tsx'
import { NarrowTree } from './narrow-tree.tsx'
import { Outline } from './outline.tsx'
import { PageArticle } from './page-article.tsx'
import styles from './page-screen.module.css'
import { PageTree } from './page-tree.tsx'
import { allPages } from './pages.ts'
import { pagesQuery, renderedQuery, type ShownState } from './space-queries.ts'
import { useBlockComments } from './use-block-comments.tsx'

const SuggestChange = lazy(() => import('./suggest-change.tsx'))

/** A page of the live content: the tree of its space, the page, and its outline and comments beside it. */
export function PageScreen() {
  const { spaceId, pageId } = useParams({ from: '/signed-in/frame/s/$spaceId/p/$pageId' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const state = useMemo(() => ({ spaceId }), [spaceId])
  const { edit, comment } = space.permissions
  const { suggest: isSuggesting = false } = useSearch({ from: '/signed-in/frame/s/$spaceId/p/$pageId' })
  const notice = isSuggesting && (
    <Suspense>
      <SuggestChange space={space} pageId={pageId} />
    </Suspense>
  )
  return (
    <ReadingScreen
      state={state}
      pageId={pageId}
      mayComment={comment}
      toComments={isSuggesting && comment && !edit}
      notice={notice}
    />
  )
}

/** A page as it was in a revision. */
export function RevisionScreen() {
  const { spaceId, revisionId, pageId } = useParams({
    from: '/signed-in/frame/s/$spaceId/revisions/$revisionId/p/$pageId',
  })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const state = useMemo(() => ({ spaceId, revisionId }), [spaceId, revisionId])
  const notice = space.revision !== revisionId && <EarlierVersion state={state} pageId={pageId} />
  return <ReadingScreen state={state} pageId={pageId} mayComment={false} notice={notice} />
}

interface ReadingProps {
  state: ShownState
  pageId: string
  mayComment: boolean
  /** True if the person came to comment on the page. */
  toComments?: boolean
  notice?: ReactNode
}

function ReadingScreen({ state, pageId, mayComment, toComments = false, notice }: ReadingProps) {
  const words = useWordsOf('reading')
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const { data: rendered } = useSuspenseQuery(renderedQuery(state, pageId, words.language))
  const aside = useAim<HTMLElement>(toComments)
  const target = { spaceId: state.spaceId, pageId }
  const { beside, margin } = useBlockComments(target, rendered.html)
  return (
    <div className={styles.screen}>
      <NarrowTree className={styles.phoneTree} current={pageId}>
        <PageTree state={state} pages={pages} current={pageId} />
      </NarrowTree>
      <nav className={styles.tree} aria-label={words.pages}>
        <PageTree state={state} pages={pages} current={pageId} />
      </nav>
      <PageArticle
        pages={pages}
        rendered={rendered}
        notice={notice}
        margin={mayComment ? margin : undefined}
        below={
          // Those of the live page may not have had a part in an earlier version.
          !state.revisionId && <ContentContributors key={pageId} spaceId={state.spaceId} pageId={pageId} />
        }
      />
      <aside ref={aside} tabIndex={-1} className={styles.aside} aria-label={words.besidePage}>
        {state.revisionId === undefined ? (
          <Beside
            target={target}
            outline={rendered.outline}
            mayComment={mayComment}
            toComments={toComments}
            {...beside}
          />
        ) : (
          <Outline headings={rendered.outline} />
        )}
      </aside>
    </div>
  )
}

/** Says that the pages are of an earlier version, leads to those of now, and restores the page if it is not among them. */
function EarlierVersion({ state, pageId }: Pick<ReadingProps, 'state' | 'pageId'>) {
  const words = useWordsOf('reading')
  const { spaceId, revisionId } = state
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const page = allPages(pages).find(({ id }) => id === pageId)
  return (
    <Notice kind="info">
      {words.earlierVersion}{' '}
      <Link to="/s/$spaceId" params={{ spaceId }}>
        {words.readCurrent}
      </Link>{' '}
      {page && revisionId && <RestoreDeleted spaceId={spaceId} version={{ page, revisionId }} />}
    </Notice>
  )
}
