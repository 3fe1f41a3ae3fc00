import { characterOf, type Inline } from '@quire/document'
import { annotation } from './annotations.ts'
import { button } from './buttons.ts'
import { formula } from './formulas.ts'
import { linkTo } from './links.ts'
import { marked } from './marks.ts'
import { type Html, html, joined, nothing } from './markup.ts'
import { inlinePicture } from './pictures.ts'
import type { Rendering } from './rendering.ts'

export type InlineOf<Type extends string> = Extract<Inline, { type: Type }>
type TextNode = Extract<Inline, { object: 'text' }>
type InlineType = Exclude<Inline, { object: 'text' }>['type']
type Renderers = { readonly [Type in InlineType]: (inline: InlineOf<Type>, rendering: Rendering) => Html }

/** What each inline of the published schema becomes. */
export const inlineRenderers: Renderers = {
  link,
  annotation,
  button,
  mention,
  emoji: ({ data }) => html`${characterOf(data.code)}`,
  icon: ({ data }, { icons }) => icons.use(data.icon),
  // Content has said what expressions come to for the reader: one that came through is for nobody.
  expression: () => nothing,
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
