import '@fontsource/ibm-plex-mono/latin-400.css'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { markdown, markdownKeymap } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import {
  faBold,
  faCode,
  faHeading,
  faImage,
  faItalic,
  faLink,
  faListUl,
  faQuoteLeft,
} from '@fortawesome/free-solid-svg-icons'
import { tags } from '@lezer/highlight'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { styleNonce } from '../../page.ts'
import { IconButton } from '../../parts/button.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { belowFrontMatter } from './below-front-matter.ts'
import styles from './editor-screen.module.css'
import { insertFiles } from './insert-files.ts'
import { prefixLines, wrapWith } from './markdown-commands.ts'
import { changesBetween } from './text-changes.ts'
import { useCompletions } from './use-completions.ts'
import { useMentionChips } from './use-mention-chips.ts'

interface SourceProps {
  state: { spaceId: string; changeRequestId: string }
  text: string
  onChange: (text: string) => void
  /** Anything else that the editor does; that of the first time stays. */
  extension: Extension
}

/** The markdown of a page. Pictures that are pasted or dropped are uploaded into the change request. */
export function MarkdownSource({ state, text, onChange, extension }: SourceProps) {
  const words = useWordsOf('changes')
  const complete = useCompletions(state)
  const chips = useMentionChips(state)
  const place = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const view = useRef<EditorView>(undefined)
  const handlers = useRef({ onChange, insert: (_: readonly File[]) => {} })
  const [error, setError] = useState<unknown>()
  const insert = (files: readonly File[]) => {
    const editor = view.current
    if (!editor || files.length === 0) return
    setError(undefined)
    const atCursor = (inserted: string) => {
      // Keeps the selection that somebody makes during the upload.
      const { to } = editor.state.selection.main
      editor.dispatch({ changes: { from: to, insert: inserted }, selection: { anchor: to + inserted.length } })
    }
    insertFiles(state, files, words.fileTooLarge).then(atCursor, setError)
  }
  handlers.current = { onChange, insert }

  // The editor is made once, and follows `text` below.
  useEffect(() => {
    if (!place.current) return
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      if (files.length === 0) return false
      event.preventDefault()
      handlers.current.insert(files)
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
          extension,
          syntaxHighlighting(highlights),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({ 'aria-label': words.pageText }),
          placeholder(words.writeHere),
          looks,
          keymap.of([
            { key: 'Mod-b', run: wrapWith('**') },
            { key: 'Mod-i', run: wrapWith('_') },
            { key: 'Mod-e', run: wrapWith('`') },
            ...markdownKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            // Escape, then Tab, leaves the editor, as CodeMirror's guide says.
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
              const isTaken = take(event, event.dataTransfer)
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

  const run = (command: (editor: EditorView) => boolean) => () => {
    if (!view.current) return
    command(view.current)
    view.current.focus()
  }
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={words.formatting}>
        <IconButton icon={faHeading} label={words.heading} onClick={run(prefixLines('## '))} />
        <IconButton icon={faBold} label={`${words.bold} (Ctrl B)`} onClick={run(wrapWith('**'))} />
        <IconButton icon={faItalic} label={`${words.italic} (Ctrl I)`} onClick={run(wrapWith('_'))} />
        <IconButton icon={faCode} label={`${words.codeWord} (Ctrl E)`} onClick={run(wrapWith('`'))} />
        <IconButton icon={faLink} label={words.link} onClick={run(wrapWith('[', '](https://)'))} />
        <IconButton icon={faListUl} label={words.list} onClick={run(prefixLines('- '))} />
        <IconButton icon={faQuoteLeft} label={words.quote} onClick={run(prefixLines('> '))} />
        <IconButton icon={faImage} label={words.insertFile} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            insert([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      {error !== undefined && <Notice>{refusalText(error, words)}</Notice>}
      <div ref={place} style={{ flex: 1 }} />
    </>
  )
}

/** Marks a change that nobody typed here. */
const isFromOutside = Annotation.define<boolean>()

const looks = EditorView.theme({
  '&': { fontSize: '0.875rem', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.65' },
  '.cm-content': { padding: '1rem 1.5rem 6rem', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0', unicodeBidi: 'plaintext' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--corner)',
    background: 'var(--page)',
    boxShadow: 'var(--float)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--primary-ground)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal' },
})

const highlights = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650', color: 'var(--text)' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--primary-text)' },
  { tag: tags.monospace, color: 'var(--info-text)' },
  { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator], color: 'var(--soft)' },
  { tag: tags.quote, color: 'var(--soft)' },
])
