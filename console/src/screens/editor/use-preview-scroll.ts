import { type Extension, Transaction } from '@codemirror/state'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type HeightPair, headingsIn, heightInPreview, pairHeadings } from './heading-positions.ts'

/** The events by which somebody moves to another part of an element. */
const scrollingEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
/** The distance in pixels that the cursor keeps from the edges of the preview. */
const margin = 60

/** The last thing that somebody did in the editor, which the preview follows. */
type Lead = 'scroll' | 'cursor'

/**
 * Scrolls the preview to what the editor shows, as somebody scrolls the text or moves the cursor in it. Once the reader
 * scrolls the preview, it stays there until somebody goes on in the editor. `extension` is for the editor, `preview` for
 * the element that scrolls; `html` is what is in it.
 */
export function usePreviewScroll(html: string | undefined): {
  extension: Extension
  preview: RefObject<HTMLElement | null>
} {
  const preview = useRef<HTMLElement>(null)
  const editor = useRef<EditorView>(undefined)
  const lead = useRef<Lead>(undefined)
  const isLeft = useRef(false)
  const follow = () => {
    const [view, shown] = [editor.current, preview.current]
    // In a narrow window only one of them is there.
    if (!view || !shown || isLeft.current || shown.scrollHeight <= shown.clientHeight) return
    if (lead.current === 'scroll') followScroll(view, shown)
    if (lead.current === 'cursor') followCursor(view, shown)
  }
  const [extension] = useState(() =>
    followed(editor, (by) => {
      if (by === 'cursor') isLeft.current = false
      lead.current = by
      follow()
    }),
  )
  useEffect(() => {
    const onScrolling = ({ target }: Event) => {
      if (!(target instanceof Node) || !editor.current) return
      if (preview.current?.contains(target)) isLeft.current = true
      else if (scrollerOf(editor.current).contains(target)) isLeft.current = false
    }
    const options = { capture: true, passive: true }
    for (const name of scrollingEvents) document.addEventListener(name, onScrolling, options)
    return () => {
      for (const name of scrollingEvents) document.removeEventListener(name, onScrolling, options)
    }
  }, [])
  // The preview gets typed text a little later, and that moves everything below it.
  useEffect(follow, [html])
  return { extension, preview }
}

/** Reports what somebody does in the editor, once it is drawn. */
const followed = (editor: RefObject<EditorView | undefined>, report: (by: Lead) => void): Extension =>
  ViewPlugin.define((view) => {
    editor.current = view
    const reportDrawn = (by: Lead) => view.requestMeasure({ key: by, read: () => {}, write: () => report(by) })
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(view.scrollDOM)) reportDrawn('scroll')
    }
    // The event does not bubble, and either the editor or an element around it scrolls.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return {
      update({ selectionSet, docChanged, transactions }) {
        const isByPerson = transactions.some((one) => one.annotation(Transaction.userEvent) !== undefined)
        if (isByPerson && (selectionSet || docChanged)) reportDrawn('cursor')
      },
      destroy() {
        document.removeEventListener('scroll', onScroll, { capture: true })
        editor.current = undefined
      },
    }
  })

/** Shows in the preview what the editor shows: the beginning at its top, the end at its end, all else in between. */
function followScroll(view: EditorView, preview: HTMLElement) {
  const scroller = scrollerOf(view)
  const range = scroller.scrollHeight - scroller.clientHeight
  const part = range > 0 ? scroller.scrollTop / range : 0
  const top = scroller.getBoundingClientRect().top + part * scroller.clientHeight
  const height = heightInPreview(pairsOf(view, preview), top - view.documentTop)
  preview.scrollTo({ top: part === 0 ? 0 : height - part * preview.clientHeight, behavior: 'instant' })
}

/** Shows in the preview what is at the cursor, unless it does already. */
function followCursor(view: EditorView, preview: HTMLElement) {
  const { head } = view.state.selection.main
  const height = heightInPreview(pairsOf(view, preview), view.lineBlockAt(head).top)
  const { scrollTop, clientHeight } = preview
  if (height >= scrollTop + margin && height <= scrollTop + clientHeight - margin) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  preview.scrollTo({ top: height - clientHeight / 2, behavior: isCalm ? 'instant' : 'smooth' })
}

/** Returns the element that scrolls the text: the editor, or the nearest one around it. */
function scrollerOf(view: EditorView): Element {
  let element: Element = view.scrollDOM
  while (element.scrollHeight <= element.clientHeight && element.parentElement) element = element.parentElement
  return element
}

/** Returns the heights of what is both in the editor and in the preview: the beginning, the headings, and the end. */
function pairsOf(view: EditorView, preview: HTMLElement): HeightPair[] {
  const text = preview.querySelector('.text')
  if (!text) return []
  const above = preview.getBoundingClientRect().top - preview.scrollTop
  const topOf = (element: Element) => element.getBoundingClientRect().top - above
  const rendered = [...text.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    // Headings in closed tabs and groups have no place.
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => ({ title: element.textContent, element }))
  const pairs = pairHeadings(headingsIn(view.state.doc.toString()), rendered).map(
    ([{ offset }, { element }]): HeightPair => [view.lineBlockAt(offset).top, topOf(element)],
  )
  const start: HeightPair = [0, topOf(text)]
  const end: HeightPair = [view.contentHeight, text.getBoundingClientRect().bottom - above]
  return [start, ...pairs.filter(([source]) => source > 0), end]
}
