import type { BlockOf } from '@quire/document'
import { anchorOf } from './anchors.ts'
import { plainOf } from './inline-text.ts'
import { attributes, type Html, html, nothing, raw } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

export function paragraph({ data, nodes }: BlockOf<'paragraph'>, rendering: Rendering): Html {
  const inner = rendering.inlines(nodes, rendering)
  if (inner.length === 0) return nothing
  return html`<p${attributes({ class: alignClass(data?.align) })}>${inner}</p>`
}

const alignments = new Set(['center', 'end'])

/** Text begins at the start anyway. */
const alignClass = (align: string | undefined): string | undefined =>
  align !== undefined && alignments.has(align) ? `align-${align}` : undefined

type Heading = BlockOf<'heading-1' | 'heading-2' | 'heading-3'>

/** Below the page's title, which is the first level, with a link to itself, and where links of other platforms lead. */
export function heading(block: Heading, rendering: Rendering): Html {
  const { type, data, nodes } = block
  const level = Math.min(6, rendering.lowered + (data.level ?? Number(type.at(-1))))
  const title = plainOf(nodes)
  const id = rendering.anchors.written(anchorOf(block))
  if (rendering.isListed && title !== '') rendering.headings.push({ id, title, level })
  const attrs = attributes({ id, class: alignClass(data.align), tabindex: '-1' })
  const { linkToSection } = rendering.context.vocabulary
  const anchor = html`<a${attributes({ class: 'anchor', href: `#${encodeURIComponent(id)}`, 'aria-label': linkToSection(title) })}></a>`
  const name = raw(`h${level}`)
  const alias = rendering.anchors.alias(title, id)
  return html`<${name}${attrs}>${alias !== undefined && html`<a${attributes({ id: alias })}></a>`}${rendering.inlines(nodes, rendering)}${anchor}</${name}>`
}

type List = BlockOf<'list-ordered' | 'list-unordered' | 'list-tasks'>

export function list(block: List, rendering: Rendering): Html {
  const inside = within(rendering)
  const items = block.nodes.map((item) => listItem(item, inside))
  if (block.type === 'list-tasks') return html`<ul class="tasks">${items}</ul>`
  if (block.type === 'list-unordered') return html`<ul>${items}</ul>`
  const start = block.data.start ?? 1
  return html`<ol${attributes({ start: start === 1 || !Number.isSafeInteger(start) ? undefined : start })}>${items}</ol>`
}

export function listItem({ data, nodes }: BlockOf<'list-item'>, rendering: Rendering): Html {
  return html`<li>${task(data?.checked, rendering)}${rendering.blocks(nodes, rendering)}</li>`
}

/** A box that readers cannot tick; nothing for an item that is no task. */
function task(checked: boolean | undefined, { context: { vocabulary } }: Rendering): Html {
  if (checked === undefined) return nothing
  return html`<input${attributes({ type: 'checkbox', disabled: true, checked, 'aria-label': checked ? vocabulary.done : vocabulary.open })}>`
}

export const quote = ({ nodes }: BlockOf<'blockquote'>, rendering: Rendering): Html =>
  html`<blockquote>${rendering.blocks(nodes, within(rendering))}</blockquote>`

const hintIcons = {
  info: 'circle-info',
  success: 'circle-check',
  warning: 'circle-exclamation',
  danger: 'triangle-exclamation',
} as const

/** The hint's style is named in words too, for those who see neither its colour nor its icon. */
export function hint({ data, nodes }: BlockOf<'hint'>, rendering: Rendering): Html {
  const { vocabulary } = rendering.context
  const style = Object.hasOwn(hintIcons, data.style) ? data.style : 'info'
  const icon = rendering.icons.use(data.icon ?? hintIcons[style], hintIcons[style])
  const look = { class: `hint hint-${style}`, role: 'note', 'aria-label': vocabulary.hints[style] }
  return html`<div${attributes(look)}>${icon}<div class="hint-body">${rendering.blocks(nodes, within(rendering, { isListed: false }))}</div></div>`
}
