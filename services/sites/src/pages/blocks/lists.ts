import type { BlockOf } from './blocks.ts'
import { attributes, type Html, html, nothing } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

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
function task(checked: boolean | undefined, { context: { words } }: Rendering): Html {
  if (checked === undefined) return nothing
  return html`<input${attributes({ type: 'checkbox', disabled: true, checked, 'aria-label': checked ? words.done : words.open })}>`
}
