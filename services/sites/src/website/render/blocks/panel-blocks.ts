import type { Block, BlockOf } from '@quire/document'
import { assistantHref, assistantLink, assistants } from './assistants.ts'
import type { BlocksContext } from './blocks-context.ts'
import { code, codeText } from './code-blocks.ts'
import { dateText } from './intl-text.ts'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

/** Panels below each other, each with its title; the page's script makes tabs of them. */
export function tabs({ data, nodes }: BlockOf<'tabs'>, rendering: Rendering): Html {
  const attrs = { class: classes('tabs', data?.fullWidth && 'full-width'), 'data-tabs': true }
  return html`<div${attributes(attrs)}>${nodes.map((node) => tab(node, rendering))}</div>`
}

export function tab({ data, nodes }: BlockOf<'tabs-item'>, rendering: Rendering): Html {
  const title = data.title ?? rendering.context.vocabulary.tab
  const id = rendering.anchors.written(data.slug ?? `tab-${title.toLowerCase()}`)
  const icon = data.icon ? rendering.icons.use(data.icon) : nothing
  const body = rendering.blocks(nodes, within(rendering))
  return html`<section${attributes({ class: 'tab', id, 'data-tab': true, 'aria-label': title })}><p class="tab-title">${icon}${title}</p><div class="tab-body">${body}</div></section>`
}

export const stepper = ({ nodes }: BlockOf<'stepper'>, rendering: Rendering): Html =>
  html`<ol class="stepper">${nodes.map((node) => step(node, rendering))}</ol>`

/** A number is the list's own; an icon stands in its place. */
export function step({ data, nodes }: BlockOf<'stepper-step'>, rendering: Rendering): Html {
  const icon = data.icon ? rendering.icons.use(data.icon) : nothing
  const look = classes('step', icon.length > 0 && 'step-with-icon')
  return html`<li${attributes({ class: look })}>${icon}<div class="step-body">${rendering.blocks(nodes, within(rendering))}</div></li>`
}

export function expandable({ data, fragments }: BlockOf<'expandable'>, rendering: Rendering): Html {
  const [head, body] = fragments
  const title = head.nodes.map((node: Block) =>
    node.type === 'paragraph' ? rendering.inlines(node.nodes, rendering) : nothing,
  )
  const inner = rendering.blocks(body.nodes, within(rendering, { isListed: false }))
  return html`<details${attributes({ class: 'expandable', open: data.defaultExpanded })}><summary>${title}</summary><div class="expandable-body">${inner}</div></details>`
}

export function columns({ data, nodes }: BlockOf<'columns'>, rendering: Rendering): Html {
  const look = classes('columns', data.fullWidth && 'full-width')
  return html`<div${attributes({ class: look })}>${nodes.map((node) => column(node, rendering))}</div>`
}

export function column({ data, nodes }: BlockOf<'column'>, rendering: Rendering): Html {
  const { width, verticalAlignment } = data ?? {}
  const share = typeof width === 'object' && width.unit === '%' ? shareClass(width.value) : undefined
  const look = classes('column', share, verticalAlignment && `vertical-${verticalAlignment}`)
  return html`<div${attributes({ class: look })}>${rendering.blocks(nodes, within(rendering))}</div>`
}

/** Widths are classes in steps of five percent, since pages have no styles but the stylesheet's. */
const shareClass = (percent: number) => `share-${Math.min(100, Math.max(5, Math.round(percent / 5) * 5))}`

type Format = BlockOf<'updates'>['data']['format']

export const updates = ({ data, nodes }: BlockOf<'updates'>, rendering: Rendering): Html =>
  html`<div class="updates">${nodes.map((node) => dated(node, data.format, rendering))}</div>`

export const update = (block: BlockOf<'update'>, rendering: Rendering): Html => dated(block, 'full', rendering)

function dated({ data, nodes }: BlockOf<'update'>, format: Format, rendering: Rendering): Html {
  const tags = (data.tags ?? []).map(
    ({ tag }) => html`<li>${rendering.context.target({ kind: 'tag', tag })?.title ?? tag}</li>`,
  )
  const list = tags.length > 0 ? html`<ul class="tags">${tags}</ul>` : nothing
  const body = rendering.blocks(nodes, within(rendering))
  return html`<section class="update"><div class="update-head">${dateOf(data.date, format, rendering.context)}${list}</div><div class="update-body">${body}</div></section>`
}

function dateOf(written: string, format: Format, { language }: BlocksContext): Html {
  const date = new Date(written)
  if (Number.isNaN(date.getTime())) return html`<span>${written}</span>`
  return html`<time${attributes({ datetime: date.toISOString().slice(0, 10) })}>${dateText(date, format, language)}</time>`
}

/** A text for an assistant, to be copied, or opened there. */
export function prompt({ data, nodes }: BlockOf<'prompt'>, rendering: Rendering): Html {
  const { vocabulary } = rendering.context
  const body = nodes.map((node) => code(node, within(rendering)))
  const icon = rendering.icons.use(data.icon ?? 'wand-magic-sparkles', 'wand-magic-sparkles')
  const text = nodes.map((node) => codeText(node)).join('\n')
  const opens = assistants.map((assistant) => {
    const href = data.openInAIProviders && assistantHref(assistant, text)
    return (
      href && assistantLink(href, html`${vocabulary.openIn(assistant.name)}`, 'button button-secondary button-small')
    )
  })
  const attrs = { class: 'prompt', open: data.defaultExpanded === 'full' || data.defaultExpanded === 'partial' }
  return html`<details${attributes(attrs)}><summary>${icon}<span>${data.description || vocabulary.prompt}</span></summary><p class="prompt-links">${opens}</p>${body}</details>`
}
