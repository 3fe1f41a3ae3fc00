import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { spaceQuery } from '../../api/queries.ts'
import { Notice } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useAimedComment } from '../comments/aimed-comment.ts'
import { Comments } from '../comments/comments.tsx'
import { useCommentCount } from '../comments/comments-queries.ts'
import { Backlinks } from './backlinks.tsx'
import { Outline } from './outline.tsx'
import { PageArticle } from './page-article.tsx'
import styles from './page-screen.module.css'
import { PageTree } from './page-tree.tsx'
import { pagesQuery, renderedQuery, type ShownState } from './space-queries.ts'

/** A page of the live content: the tree of its space, the page, and its outline and comments beside it. */
export function PageScreen() {
  const { spaceId, pageId } = useParams({ from: '/signed-in/frame/s/$spaceId/p/$pageId' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const state = useMemo(() => ({ spaceId }), [spaceId])
  return <ReadingScreen state={state} pageId={pageId} mayComment={space.permissions.comment} />
}

/** A page as it was in a revision. */
export function RevisionScreen() {
  const { spaceId, revisionId, pageId } = useParams({
    from: '/signed-in/frame/s/$spaceId/revisions/$revisionId/p/$pageId',
  })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const state = useMemo(() => ({ spaceId, revisionId }), [spaceId, revisionId])
  const notice = space.revision !== revisionId && <EarlierVersion spaceId={spaceId} />
  return <ReadingScreen state={state} pageId={pageId} mayComment={false} notice={notice} />
}

interface ReadingProps {
  state: ShownState
  pageId: string
  mayComment: boolean
  notice?: ReactNode
}

function ReadingScreen({ state, pageId, mayComment, notice }: ReadingProps) {
  const words = useWordsOf('reading')
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const { data: rendered } = useSuspenseQuery(renderedQuery(state, pageId, words.language))
  const [isTreeOpen, setTreeOpen] = useState(false)
  return (
    <div className={styles.screen}>
      <details className={styles.phoneTree} onToggle={({ currentTarget }) => setTreeOpen(currentTarget.open)}>
        <summary>{words.pages}</summary>
        {isTreeOpen && <PageTree state={state} pages={pages} current={pageId} />}
      </details>
      <nav className={styles.tree} aria-label={words.pages}>
        <PageTree state={state} pages={pages} current={pageId} />
      </nav>
      <PageArticle pages={pages} rendered={rendered} notice={notice} />
      <aside className={styles.aside} aria-label={words.besidePage}>
        {mayComment ? (
          <Beside state={state} pageId={pageId} outline={rendered.outline} />
        ) : (
          <Outline headings={rendered.outline} />
        )}
      </aside>
    </div>
  )
}

/** Says that the pages are of an earlier version, and leads to those of now. */
function EarlierVersion({ spaceId }: { spaceId: string }) {
  const words = useWordsOf('reading')
  return (
    <Notice kind="info">
      {words.earlierVersion}{' '}
      <Link to="/s/$spaceId" params={{ spaceId }}>
        {words.readCurrent}
      </Link>
    </Notice>
  )
}

interface BesideProps {
  state: ShownState
  pageId: string
  outline: { id: string; title: string; level: number }[]
}

/** The outline, the comments or the backlinks of a page, one at a time. */
function Beside({ state, pageId, outline }: BesideProps) {
  const words = useWordsOf('reading')
  const target = { spaceId: state.spaceId, pageId }
  const count = useCommentCount(target)
  const isAimed = useAimedComment() !== undefined
  const [choice, setChoice] = useState<string>()
  const shown = choice ?? (isAimed || count > 0 || outline.length === 0 ? 'comments' : 'outline')
  return (
    <>
      <Tabs
        label={words.besidePage}
        value={shown}
        options={[
          ['outline', words.outline],
          ['comments', count > 0 ? `${words.comments} (${count})` : words.comments],
          ['backlinks', words.backlinks],
        ]}
        onChoose={setChoice}
      />
      {shown === 'outline' && <Outline headings={outline} />}
      {shown === 'comments' && <Comments target={target} />}
      {shown === 'backlinks' && <Backlinks {...target} />}
    </>
  )
}
