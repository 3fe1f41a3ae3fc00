import '@fontsource/ibm-plex-mono/latin-400.css'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { styleNonce } from '../../page.ts'
import styles from './json-source.module.css'

interface JsonSourceProps {
  label: string
  text: string
  onChange: (text: string) => void
}

/** An editor of JSON. Tab leaves it, as it does other fields. */
export function JsonSource({ label, text, onChange }: JsonSourceProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changed = useRef(onChange)
  changed.current = onChange

  // The editor is made once, and follows `text` below.
  useEffect(() => {
    if (!place.current) return
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(styleNonce),
          history(),
          json(),
          lineNumbers(),
          bracketMatching(),
          indentOnInput(),
          syntaxHighlighting(highlights),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          looks,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current
    const now = editor?.state.doc.toString()
    if (editor && now !== text) editor.dispatch({ changes: { from: 0, to: now?.length ?? 0, insert: text } })
  }, [text])

  return <div ref={place} className={styles.source} />
}

const looks = EditorView.theme({
  '&': { fontSize: '0.8125rem', maxHeight: '32rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '0.6rem 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--subtle)', color: 'var(--soft)', border: 'none' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--pressed)' },
})

const highlights = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--primary-text)' },
  { tag: tags.string, color: 'var(--success-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info-text)' },
])
