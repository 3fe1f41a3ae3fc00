import type { InlineOf } from '@quire/document'
import { attributes, type Html, html } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

/**
 * Words with a note. The note stands behind the document and is a popover: browsers open and close it without a script,
 * and those that know none show it where it stands.
 */
export const annotation = (node: InlineOf<'annotation'>, rendering: Rendering): Html =>
  noted(rendering.inlines(node.nodes, rendering), node, rendering)

/** The same around words that are HTML already. */
export function noted(words: Html, { fragments }: InlineOf<'annotation'>, rendering: Rendering): Html {
  const [{ nodes }] = fragments
  const id = rendering.anchors.own('note')
  const body = rendering.blocks(nodes, within(rendering, { isListed: false }))
  const { note } = rendering.context.vocabulary
  rendering.notes.push(
    html`<div${attributes({ class: 'note', id, popover: true, role: 'note', 'aria-label': note })}>${body}</div>`,
  )
  const attrs = { type: 'button', class: 'annotation', popovertarget: id }
  if (words.length > 0) return html`<button${attributes(attrs)}>${words}</button>`
  return html`<button${attributes({ ...attrs, 'aria-label': `${note} ${rendering.notes.length}` })}><sup>${rendering.notes.length}</sup></button>`
}
