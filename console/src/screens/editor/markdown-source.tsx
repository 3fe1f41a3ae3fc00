import '@fontsource/ibm-plex-mono/latin-400.css'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { markdown, markdownKeymap } from '@codemirror/lang-markdown'
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { styleNonce } from '../../page.ts'
import { useWordsOf } from '../../words/words.ts'
import { belowFrontMatter } from './below-front-matter.ts'
import styles from './editor-screen.module.css'
import { FormattingBar } from './formatting-bar.tsx'
import { leaveList } from './leave-list.ts'
import { wrapWith } from './markdown-commands.ts'
import { sourceLooks } from './source-looks.ts'
import { changesBetween } from './text-changes.ts'
import { openUploadPlace, uploadPlaces } from './upload-places.ts'
import { useCompletions } from './use-completions.ts'
import { useFocusByKey } from './use-focus-by-key.ts'
import { useMentionChips } from './use-mention-chips.ts'
import type { SavedPage } from './use-saved-page.ts'
import { namesOf, type Uploads } from './use-uploads.ts'

interface SourceProps {
  state: { spaceId: string; changeRequestId: string }
  pageId: string
  page: Pick<SavedPage, 'text' | 'setText' | 'changeLater'>
  /** Uploads files that are pasted, dropped or chosen. */
  upload: Uploads['upload']
  /** Anything else that the editor does; that of the first time stays. */
  extension: Extension
}

/** The markdown of a page. */
export function MarkdownSource({ state, pageId, page, upload, extension }: SourceProps) {
  const words = useWordsOf('writing')
  const { text } = page
  const complete = useCompletions(state, pageId, (accept) => chooseFiles(accept, insert))
  const chips = useMentionChips(state)
  const focus = useFocusByKey()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const insert = (files: readonly File[], at = view.current?.state.selection.main.to ?? 0) => {
    if (!view.current || files.length === 0) return
    const given = { at, label: words.uploading(namesOf(files)) }
    upload({ files, place: openUploadPlace(view.current, given, page.changeLater) })
  }
  const handlers = useRef({ onChange: page.setText, insert })
  handlers.current = { onChange: page.setText, insert }

  // The editor is made once, and follows `text` below.
  useEffect(() => {
    if (!place.current) return
    const take = (event: Event, data: DataTransfer | null, at?: number) => {
      const files = [...(data?.files ?? [])]
      if (files.length === 0) return false
      event.preventDefault()
      handlers.current.insert(files, at)
      return true
    }
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          history(),
          belowFrontMatter,
          markdown({ addKeymap: false }),
          complete,
          chips,
          uploadPlaces,
          extension,
          sourceLooks,
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({ 'aria-label': words.pageText, 'aria-description': words.leaveText }),
          placeholder(words.writeHere),
          keymap.of([
            { key: 'Mod-b', run: wrapWith('**') },
            { key: 'Mod-i', run: wrapWith('_') },
            { key: 'Mod-e', run: wrapWith('`') },
            { key: 'Enter', run: leaveList },
            ...markdownKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            // Escape, then Tab, leaves the editor: `leaveText` says so.
            indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            const isTyped = update.transactions.some((one) => one.docChanged && !one.annotation(isFromOutside))
            if (isTyped) handlers.current.onChange(update.state.doc.toString())
          }),
          EditorView.domEventHandlers({
            paste: (event) => take(event, event.clipboardData),
            drop(event, editor) {
              const anchor = editor.posAtCoords({ x: event.clientX, y: event.clientY })
              const isTaken = take(event, event.dataTransfer, anchor ?? undefined)
              if (isTaken && anchor !== null) editor.dispatch({ selection: { anchor } })
              return isTaken
            },
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  // A merge with what somebody else wrote changes the text from outside: the cursor stays, and undoing leaves it alone.
  useLayoutEffect(() => {
    const editor = view.current
    const now = editor?.state.doc.toString()
    if (!editor || now === undefined || now === text) return
    const annotations = [isFromOutside.of(true), Transaction.addToHistory.of(false)]
    editor.dispatch({ changes: changesBetween(now, text), annotations })
  }, [text])

  const run = (command: (editor: EditorView) => boolean) => {
    if (!view.current) return
    command(view.current)
    view.current.focus()
  }
  return (
    <>
      <FormattingBar run={run} insert={insert} />
      <div ref={place} style={{ flex: 1 }} {...focus.handlers} />
      {/* Screen readers have it as the description of the text. */}
      {focus.isByKey && (
        <p className={styles.keyHint} aria-hidden="true">
          {words.leaveText}
        </p>
      )}
    </>
  )
}

/** Lets the person choose files of this device. */
function chooseFiles(accept: string, take: (files: readonly File[]) => void) {
  const picker = Object.assign(document.createElement('input'), { type: 'file', multiple: true, accept })
  picker.addEventListener('change', () => take([...(picker.files ?? [])]))
  picker.click()
}

/** Marks a change that nobody typed here. */
const isFromOutside = Annotation.define<boolean>()
