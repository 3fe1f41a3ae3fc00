import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CharacterCount } from '../../parts/character-count.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import { allPages } from '../space/pages.ts'
import { RenderedText } from '../space/rendered-text.tsx'
import { pagesQuery, renderText } from '../space/space-queries.ts'
import { type EditedPage, type EditedState, editedPageQuery } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { MarkdownSource } from './markdown-source.tsx'
import { MissingPage } from './missing-page.tsx'
import { PageEditors } from './page-editors.tsx'
import { PageNotices } from './page-notices.tsx'
import { PreviewHead } from './preview-head.tsx'
import { usePreviewScroll } from './use-preview-scroll.ts'
import { useSavedPage } from './use-saved-page.ts'
import { useUploads } from './use-uploads.ts'

interface EditorProps {
  state: EditedState
  pageId: string
  /** The element in which the screen says who else edits the page, and whether it is saved. */
  stateLine: HTMLElement | null
}

const previewMs = 250
const maxTitle = 500

/** The editor of a page, or the way on if the change request does not have the page, or no longer. */
export function PageEditor({ state, pageId, stateLine }: EditorProps) {
  const { data: loaded } = useSuspenseQuery(editedPageQuery(state, pageId))
  const wasThere = useRef(false)
  wasThere.current ||= loaded !== null
  if (!loaded)
    return (
      <Suspense fallback={<Loading />}>
        <MissingPage state={state} pageId={pageId} wasThere={wasThere.current} />
      </Suspense>
    )
  return <Writing state={state} loaded={loaded} stateLine={stateLine} />
}

/** The title and text of a page with the page beside them. Everything that is typed is saved by itself. */
function Writing({ state, loaded, stateLine }: Omit<EditorProps, 'pageId'> & { loaded: EditedPage }) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  const { data: pages } = useSuspenseQuery(pagesQuery(state))
  const shown = useMemo(() => allPages(pages).find(({ id }) => id === loaded.id), [pages, loaded.id])
  const page = useSavedPage(state, loaded, shown?.title)
  const uploads = useUploads(state, loaded.id)
  const [view, setView] = useState('text')
  const rendered = useRendered(state, loaded.id, page.text)
  const scroll = usePreviewScroll(rendered.data?.html)
  const doing = uploads.names === '' ? words.saveStates[page.saving] : words.uploading(uploads.names)
  const title = useTitleOfNewPage(page.title === words.untitled)
  useTitle(page.title || words.untitled)
  return (
    <main className={styles.work} style={{ flex: 1, minHeight: 0 }}>
      <h1 className="hidden-text">{reviewWords.editPage(page.title || words.untitled)}</h1>
      {stateLine &&
        createPortal(
          <>
            <PageEditors state={state} pageId={loaded.id} />
            <span role="status">{doing}</span>
          </>,
          stateLine,
        )}
      <PageNotices page={page} uploads={uploads} />
      <div className={styles.views}>
        <Tabs
          label={words.view}
          value={view}
          options={[
            ['text', reviewWords.asText],
            ['page', reviewWords.asPage],
          ]}
          onChoose={setView}
        />
      </div>
      <div className={styles.panes} data-view={view}>
        <div className={`${styles.pane} ${styles.source}`}>
          <input
            ref={title}
            className={styles.title}
            aria-label={words.pageTitle}
            placeholder={words.untitled}
            value={page.title}
            maxLength={maxTitle}
            onChange={({ target }) => page.setTitle(target.value)}
            // A page has a title: the one that was saved last takes the place of none.
            onBlur={() => page.title.trim() === '' && page.setTitle(page.savedTitle)}
          />
          <div className={styles.titleNote}>
            <CharacterCount value={page.title} maxLength={maxTitle} />
          </div>
          <MarkdownSource
            state={state}
            pageId={loaded.id}
            page={page}
            upload={uploads.upload}
            extension={scroll.extension}
          />
        </div>
        <section
          ref={scroll.preview}
          className={`${styles.pane} ${styles.preview}`}
          aria-label={words.preview}
          data-stale={rendered.isPlaceholderData || undefined}
        >
          <PreviewHead state={state} page={shown} title={page.title || words.untitled} />
          {rendered.error && <Notice>{refusalText(rendered.error, words)}</Notice>}
          {rendered.data && <RenderedText html={rendered.data.html} />}
        </section>
      </div>
    </main>
  )
}

/** Refers to the field of the title, which has the focus and is selected in a page that was just created. */
function useTitleOfNewPage(isUntitled: boolean) {
  const title = useRef<HTMLInputElement>(null)
  const isNew = useLocation({ select: ({ state }) => state.isNewPage === true })
  // The entry of the history says that the page is new after a reload too, and to whoever comes back to it.
  const wasUntitled = useRef(isUntitled)
  useEffect(() => {
    if (!isNew || !wasUntitled.current) return
    title.current?.focus()
    title.current?.select()
  }, [isNew])
  return title
}

/** Returns the page that a text makes, a little after somebody has typed. */
function useRendered(state: EditedState, pageId: string, text: string) {
  const { language } = useWordsOf('writing')
  const settled = useSettled(text, previewMs)
  return useQuery({
    queryKey: ['preview', state.spaceId, state.changeRequestId, pageId, settled, language],
    queryFn: () => renderText(state, { markdown: settled, page: pageId }, language),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
