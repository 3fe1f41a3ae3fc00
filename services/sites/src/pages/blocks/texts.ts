import type { BlockOf } from './blocks.ts'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

export function paragraph({ data, nodes }: BlockOf<'paragraph'>, rendering: Rendering): Html {
  const inner = rendering.inlines(nodes, rendering)
  if (inner.length === 0) return nothing
  return html`<p${attributes({ class: alignClass(data?.align) })}>${inner}</p>`
}

const alignments = new Set(['center', 'end'])

/** Text begins at the start anyway. */
export const alignClass = (align: string | undefined): string | undefined =>
  align !== undefined && alignments.has(align) ? `align-${align}` : undefined

export const quote = ({ nodes }: BlockOf<'blockquote'>, rendering: Rendering): Html =>
  html`<blockquote>${rendering.blocks(nodes, within(rendering))}</blockquote>`

const hintIcons = {
  info: 'circle-info',
  success: 'circle-check',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
} as const

/** What it is about is said in words too, for those who see neither its colour nor its icon. */
export function hint({ data, nodes }: BlockOf<'hint'>, rendering: Rendering): Html {
  const { words } = rendering.context
  const style = Object.hasOwn(hintIcons, data.style) ? data.style : 'info'
  const icon = rendering.icons.use(data.icon ?? hintIcons[style], hintIcons[style])
  const look = { class: classes('hint', `hint-${style}`), role: 'note', 'aria-label': words.hints[style] }
  return html`<div${attributes(look)}>${icon}<div class="hint-body">${rendering.blocks(nodes, within(rendering, { isListed: false }))}</div></div>`
}
