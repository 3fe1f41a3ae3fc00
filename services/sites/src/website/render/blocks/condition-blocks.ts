import type { Block, BlockOf, InlineOf } from '@quire/document'
import { attributes, type Html, html, nothing } from './markup.ts'
import { type Rendering, within } from './rendering.ts'

/** A tag that begins the next alternative of a condition, as the tree holds it: a paragraph of raw markdown. */
const alternative = /^\{%[-+~]?[ \t]*(?:else|elif[ \t]+(?<expression>[^\n]{1,1024}?))[ \t]*[-+~]?%\}$/

/**
 * Renders a condition of a text. Content evaluates conditions for visitors, so that one that is still in a published
 * page is met by nobody. Authors see each alternative, marked with its expression.
 */
export function condition({ data, nodes }: BlockOf<'if'>, rendering: Rendering): Html {
  if (rendering.context.conditions !== 'marked') return nothing
  const alternatives: { name: string; nodes: Block[] }[] = [{ name: `if ${data.expression}`, nodes: [] }]
  for (const node of nodes) {
    const found = alternative.exec(rawOf(node))
    if (!found) alternatives.at(-1)?.nodes.push(node)
    else alternatives.push({ name: found.groups?.expression ? `elif ${found.groups.expression}` : 'else', nodes: [] })
  }
  const inside = within(rendering)
  return html`${alternatives.map(({ name, nodes: inner }) => {
    const look = attributes({ class: 'condition', role: 'group', 'aria-label': name })
    return html`<div${look}><p class="condition-name"><code>${name}</code></p>${rendering.blocks(inner, inside)}</div>`
  })}`
}

/** The raw markdown of a paragraph that has nothing else; '' for other blocks. */
function rawOf(node: Block): string {
  const [first, ...others] = node.type === 'paragraph' ? node.nodes : []
  if (first?.object !== 'text' || others.length > 0) return ''
  return first.leaves.map((leaf) => ('raw' in leaf && typeof leaf.raw === 'string' ? leaf.raw : leaf.text)).join('')
}

/** Renders an expression, which has a value for a visitor only: content has put the value in its place on a site. */
export const expression = ({ data }: InlineOf<'expression'>, { context }: Rendering): Html =>
  context.conditions === 'marked' ? html`<code class="expression">${data.expression}</code>` : nothing
