import { faFileCircleXmark } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Empty, Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { PageArticle } from '../space/page-article.tsx'
import { allPages, type Page } from '../space/pages.ts'
import { renderedQuery } from '../space/space-queries.ts'
import type { EditedState } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { UnsavedText } from './unsaved-text.tsx'

interface ClosedProps {
  state: EditedState
  pageId: string
  pages: readonly Page[]
  status: ChangeRequest['status']
}

/** A page that the person cannot edit here, for reading, with what they had typed before and is not saved. */
export function ClosedPage(props: ClosedProps) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  const { state, pageId, pages, status } = props
  const notice = (
    <>
      {status === 'merged' && <Notice kind="info">{reviewWords.mergedNote}</Notice>}
      {status === 'archived' && <Notice kind="info">{words.archivedNote}</Notice>}
      <Suspense>
        <UnsavedText
          state={state}
          pageId={pageId}
          reason={status === 'merged' || status === 'archived' ? status : 'forbidden'}
        />
      </Suspense>
    </>
  )
  if (allPages(pages).some(({ id }) => id === pageId)) return <Article {...props} notice={notice} />
  return (
    <main className={styles.ended}>
      <h1 className="hidden-text">{words.missingPages.unknown.title}</h1>
      {notice}
      <Empty icon={faFileCircleXmark} title={words.missingPages.unknown.title}>
        {words.missingPages.unknown.hint}
      </Empty>
    </main>
  )
}

function Article({ state, pageId, pages, notice }: ClosedProps & Pick<Parameters<typeof PageArticle>[0], 'notice'>) {
  const { language } = useWordsOf('writing')
  const { data } = useSuspenseQuery(renderedQuery(state, pageId, language))
  return <PageArticle pages={pages} rendered={data} notice={notice} />
}
