import type { BlockOf } from './blocks.ts'
import { attributes, type Html, html, raw } from './markup.ts'
import { plainOf } from './plain.ts'
import type { Rendering } from './rendering.ts'
import { alignClass } from './texts.ts'

type Heading = BlockOf<'heading-1' | 'heading-2' | 'heading-3'>

/** Below the page's title, which is the first level, with a link to itself. */
export function heading({ type, data, meta, nodes }: Heading, rendering: Rendering): Html {
  const level = Math.min(6, rendering.lowered + (data.level ?? Number(type.at(-1))))
  const title = plainOf(nodes)
  const id = rendering.anchors.written(data.id ?? meta?.id ?? 'section')
  if (rendering.isListed && title !== '') rendering.headings.push({ id, title, level })
  const says = attributes({ id, class: alignClass(data.align), tabindex: '-1' })
  const { linkToSection } = rendering.context.words
  const anchor = html`<a${attributes({ class: 'anchor', href: `#${encodeURIComponent(id)}`, 'aria-label': linkToSection(title) })}></a>`
  const name = raw(`h${level}`)
  return html`<${name}${says}>${rendering.inlines(nodes, rendering)}${anchor}</${name}>`
}
