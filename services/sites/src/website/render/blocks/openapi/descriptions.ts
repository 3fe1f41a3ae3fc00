import { type Html, html, nothing } from '../markup.ts'
import { type Rendering, within } from '../rendering.ts'

/** Longer texts are cut: a page is no place for them. */
const maxLength = 20_000

/** A text of a specification, which people write in markdown; as it stands where that cannot be read. */
export function described(text: string | undefined, rendering: Rendering): Html {
  if (!text?.trim()) return nothing
  const markdown = text.slice(0, maxLength)
  const blocks = rendering.context.derived.text(markdown)
  const inside = within(rendering, { isListed: false })
  const inner = blocks ? rendering.blocks(blocks, inside) : html`<p>${markdown}</p>`
  return html`<div class="api-text">${inner}</div>`
}
