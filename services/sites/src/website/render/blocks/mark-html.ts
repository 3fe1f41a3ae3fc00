import type { Inline } from '@quire/document'
import { attributes, classes, type Html, html, joined } from './markup.ts'

type Mark = Extract<Inline, { object: 'text' }>['leaves'][number]['marks'][number]

const tags: { readonly [Type in Exclude<Mark['type'], 'color'>]: (inner: Html) => Html } = {
  bold: (inner) => html`<strong>${inner}</strong>`,
  italic: (inner) => html`<em>${inner}</em>`,
  strikethrough: (inner) => html`<s>${inner}</s>`,
  superscript: (inner) => html`<sup>${inner}</sup>`,
  subscript: (inner) => html`<sub>${inner}</sub>`,
  keyboard: (inner) => html`<kbd>${inner}</kbd>`,
  code: (inner) => html`<code>${inner}</code>`,
}

export const markTypes = [...Object.keys(tags), 'color']

/** Colours are classes: what they look like is the theme's, so that words stay readable in light and dark. */
const colors = new Set(
  ['green', 'blue', 'red', 'orange', 'yellow', 'purple', 'pink', 'violet', 'cyan'].concat(
    ['primary', 'info', 'success', 'warning', 'danger', 'tint'].map((name) => `$${name}`),
  ),
)

/** The class of a colour that the schema names; nothing for others, and for the one that text has anyway. */
export const colorClass = (as: 'text' | 'back' | 'chip', color: string | undefined): string | undefined =>
  color !== undefined && colors.has(color) ? `${as}-${color.replace('$', '')}` : undefined

/** Words with their marks; each line's end in them is one on the page. */
export function marked(text: string, marks: readonly Mark[]): Html {
  return marks.reduceRight(wrapped, lines(text))
}

function wrapped(inner: Html, mark: Mark): Html {
  if (mark.type !== 'color') return Object.hasOwn(tags, mark.type) ? tags[mark.type](inner) : inner
  const names = classes(colorClass('text', mark.data.text), colorClass('back', mark.data.background))
  return names === '' ? inner : html`<span${attributes({ class: names })}>${inner}</span>`
}

function lines(text: string): Html {
  if (!text.includes('\n')) return html`${text}`
  return joined(text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`)))
}
