import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { CharacterCount } from '../../parts/character-count.tsx'
import { Notice, problemText, refusalOf, refusalText } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import { RenderedText } from '../space/rendered-text.tsx'
import { renderText } from '../space/space-queries.ts'
import styles from './editor-screen.module.css'
import { MarkdownSource } from './markdown-source.tsx'
import { editedPageQuery } from './saved-page.ts'
import { usePreviewScroll } from './use-preview-scroll.ts'
import { useSavedPage } from './use-saved-page.ts'

interface EditorProps {
  state: { spaceId: string; changeRequestId: string }
  pageId: string
}

const previewMs = 250
const maxTitle = 500

/**
 * The title and text of a page with the page beside them. What is typed is saved by itself; `stateLine` is where the screen
 * says so.
 */
export function PageEditor({ state, pageId, stateLine }: EditorProps & { stateLine: HTMLElement | null }) {
  const words = useWordsOf('changes')
  const { data: loaded } = useSuspenseQuery(editedPageQuery(state, pageId))
  const page = useSavedPage(state, loaded)
  const [view, setView] = useState('text')
  const refusal = refusalOf(page.refusal, words)
  const rendered = useRendered(state, pageId, page.text)
  const scroll = usePreviewScroll(rendered.data?.html)
  useTitle(page.title || words.untitled)
  return (
    <main className={styles.work} style={{ flex: 1, minHeight: 0 }}>
      <h1 className="hidden-text">{words.editPage(page.title || words.untitled)}</h1>
      {stateLine && createPortal(<span role="status">{words.saveStates[page.saving]}</span>, stateLine)}
      {page.saving === 'failed' && (
        <div className={styles.note}>
          <Notice>{words.saveFailed}</Notice>
        </div>
      )}
      {page.saving === 'refused' && (
        <div className={styles.note}>
          <Notice>{problemText({ ...refusal, text: words.saveRefused(refusal.text) })}</Notice>
        </div>
      )}
      {page.merged && (
        <div className={styles.note}>
          <Notice kind={page.merged === 'both' ? 'warning' : 'info'}>{words.mergedTexts[page.merged]}</Notice>
        </div>
      )}
      {page.isRestored && (
        <div className={styles.note}>
          <Notice kind="info">{words.restoredText}</Notice>
        </div>
      )}
      <div className={styles.views}>
        <Tabs
          label={words.view}
          value={view}
          options={[
            ['text', words.asText],
            ['page', words.asPage],
          ]}
          onChoose={setView}
        />
      </div>
      <div className={styles.panes} data-view={view}>
        <div className={`${styles.pane} ${styles.source}`}>
          <input
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
          <MarkdownSource state={state} text={page.text} onChange={page.setText} extension={scroll.extension} />
        </div>
        <section
          ref={scroll.preview}
          className={`${styles.pane} ${styles.preview}`}
          aria-label={words.preview}
          data-stale={rendered.isPlaceholderData || undefined}
        >
          <h2>{page.title || words.untitled}</h2>
          {rendered.error && <Notice>{refusalText(rendered.error, words)}</Notice>}
          {rendered.data && <RenderedText html={rendered.data.html} />}
        </section>
      </div>
    </main>
  )
}

/** Returns the page that a text makes, a little after somebody has typed. */
function useRendered(state: EditorProps['state'], pageId: string, text: string) {
  const { language } = useWordsOf('changes')
  const settled = useSettled(text, previewMs)
  return useQuery({
    queryKey: ['preview', state.spaceId, state.changeRequestId, pageId, settled, language],
    queryFn: () => renderText(state, { markdown: settled, page: pageId }, language),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
}
