import type { BlockOf } from './blocks.ts'
import type { BlocksContext } from './context.ts'
import { attributes, type Html, html, nothing } from './markup.ts'
import { dateText } from './numbers.ts'
import { type Rendering, within } from './rendering.ts'

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
