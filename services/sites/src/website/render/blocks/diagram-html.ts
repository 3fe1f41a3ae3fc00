import { drawingPrefix } from '@quire/diagrams'
import { attributes, classes, type Html, html, raw } from './markup.ts'
import type { Rendering } from './rendering.ts'

interface DiagramParts {
  written: string
  title: string | undefined
  fullWidth: boolean | undefined
  /** The text as code, which is there for those who cannot see the drawing. */
  source(): Html
}

/** A diagram with its source folded below it; undefined where it cannot be drawn, or the page has drawn enough. */
export function diagram({ written, title, fullWidth, source }: DiagramParts, rendering: Rendering): Html | undefined {
  const { budget, context, anchors } = rendering
  const drawing = budget.included > 0 ? context.derived.diagram(written) : undefined
  if (drawing === undefined) return undefined
  budget.included -= drawing.length
  const { vocabulary } = context
  const id = anchors.own('diagram')
  const own = drawing.replaceAll(drawingPrefix, `${id}-`)
  const place = attributes({ class: 'diagram-drawing', role: 'img', 'aria-label': title || vocabulary.diagram })
  const frame = attributes({ class: 'diagram-frame', tabindex: '0', role: 'group', 'aria-label': vocabulary.diagram })
  return html`<figure${attributes({ class: classes('diagram', fullWidth && 'full-width') })}><div${frame}><div${place}>${raw(own)}</div></div>
<details><summary>${vocabulary.diagramSource}</summary>${source()}</details></figure>`
}
