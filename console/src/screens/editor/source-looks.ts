import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const theme = EditorView.theme({
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

/** The looks of the editor of a text, in the colours of the console. */
export const sourceLooks: Extension = [syntaxHighlighting(highlights), theme]
