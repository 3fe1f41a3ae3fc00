import { attributes, classes, type Html, html, raw } from './markup.ts'
import type { Rendering } from './rendering.ts'

/** A formula as MathML, which browsers set by themselves; as it is written where it cannot be read. */
export function formula(written: string, display: boolean, { context }: Rendering): Html {
  const mathml = context.derived.formula(written, display)
  const inner = mathml === undefined ? html`<code>${written}</code>` : raw(mathml)
  const look = classes('math', mathml === undefined && 'math-source')
  if (!display) return html`<span${attributes({ class: look })}>${inner}</span>`
  return html`<div${attributes({ class: classes(look, 'math-block'), tabindex: '0', role: 'group', 'aria-label': context.vocabulary.formula })}>${inner}</div>`
}
