import type { Inline, InlineOf, InlineType } from '@quire/document'
import { characterOf } from '@quire/document/emoji'
import { annotation } from './annotations.ts'
import { expression } from './condition-blocks.ts'
import { formula } from './formula-html.ts'
import { marked } from './mark-html.ts'
import { attributes, classes, type Html, html, joined, nothing } from './markup.ts'
import { inlinePicture } from './picture-blocks.ts'
import type { Rendering } from './rendering.ts'
import { linkTo } from './safe-links.ts'

type TextNode = Extract<Inline, { object: 'text' }>
type Renderers = { readonly [Type in InlineType]: (inline: InlineOf<Type>, rendering: Rendering) => Html }

/** The renderer of each inline of the published schema: a type without one does not compile. */
export const inlineRenderers: Renderers = {
  link,
  annotation,
  button,
  mention,
  emoji: ({ data }) => html`${characterOf(data.code)}`,
  icon: ({ data }, { icons }) => icons.use(data.icon),
  expression,
  'inline-math': ({ data }, rendering) => formula(data.formula, false, rendering),
  'inline-image': inlinePicture,
}

export const inlines = (nodes: readonly Inline[], rendering: Rendering): Html =>
  joined(nodes.map((node) => (node.object === 'text' ? words(node) : inline(node, rendering))))

const words = ({ leaves }: TextNode): Html => joined(leaves.map(({ text, marks }) => marked(text, marks)))

function inline(node: Exclude<Inline, { object: 'text' }>, rendering: Rendering): Html {
  const render = inlineRenderers[node.type] as (inline: typeof node, rendering: Rendering) => Html
  return render(node, rendering)
}

function link({ data, nodes }: InlineOf<'link'>, rendering: Rendering): Html {
  const inner = inlines(nodes, rendering)
  const target = rendering.context.target(data.ref)
  const text = inner.length === 0 ? html`${target?.title ?? target?.href}` : inner
  return linkTo(target, text, rendering, { title: data.title })
}

/** A page or a person by its name; the name that the text gives stands in for one that is not known. */
function mention({ data }: InlineOf<'mention'>, rendering: Rendering): Html {
  const target = rendering.context.target(data.ref)
  const name = target?.title ?? data.label ?? (data.ref.kind === 'url' ? data.ref.url : undefined)
  if (name === undefined) return nothing
  if (data.ref.kind === 'user') return html`<span class="mention">@${name}</span>`
  const picture = target?.emoji ? html`<span aria-hidden="true">${target.emoji}</span> ` : nothing
  return linkTo(target, html`${picture}${name}`, rendering, { class: 'mention' })
}

/** A link that looks like a button; with an action, a button for the page's script, which shows it. */
function button({ data }: InlineOf<'button'>, rendering: Rendering): Html {
  const { label, kind, size, icon, ref, action } = data
  const inner = html`${icon && rendering.icons.use(icon)}${label}`
  const look = classes(
    'button',
    `button-${kind === 'secondary' ? 'secondary' : 'primary'}`,
    sizes.has(size ?? '') && `button-${size}`,
  )
  if (ref) {
    const target = rendering.context.target(ref)
    return linkTo(target, label === '' ? html`${inner}${target?.title}` : inner, rendering, { class: look })
  }
  if (!action) return inner
  const attrs = { 'data-action': action.action, 'data-query': action.query, 'data-slug': action.slug }
  return html`<button${attributes({ type: 'button', class: look, hidden: true, ...attrs })}>${inner}</button>`
}

const sizes = new Set(['small', 'large'])
