import type { ContentRef, ImageRef } from '@quire/document'
import { linkTo } from './links.ts'
import { colorClass } from './marks.ts'
import { attributes, classes, type Html, html, joined, nothing } from './markup.ts'
import { numberText } from './numbers.ts'
import { picture } from './pictures.ts'
import type { Rendering } from './rendering.ts'
import type { CellBlocks, TableColumn, TableRecord } from './tables.ts'

type Value = TableRecord['values'][string]
type Show = (value: Value, column: TableColumn, said: CellBlocks, rendering: Rendering) => Html

/** What a cell shows, by its column's type; nothing for a value of another type. */
const shows: { readonly [Type in TableColumn['type']]: Show } = {
  text: (value, _, said, rendering) => rendering.blocks(said.get(String(value)) ?? [], rendering),
  number: (value, _, __, { context }) => html`${typeof value === 'number' && numberText(value, context.language)}`,
  checkbox: (value, _, __, { context: { words } }) =>
    html`<input${attributes({ type: 'checkbox', disabled: true, checked: value === true, 'aria-label': value === true ? words.yes : words.no })}>`,
  rating,
  select,
  files: (value, _, __, rendering) =>
    listed(textsIn(value).map((file) => refTo({ kind: 'file', file }, undefined, rendering))),
  users: (value, _, __, rendering) =>
    listed(textsIn(value).map((user) => refTo({ kind: 'user', user }, undefined, rendering))),
  'content-ref': (value, _, __, rendering) => {
    const ref = refOf(value)
    return ref ? refTo(ref, labelOf(value), rendering) : nothing
  },
  image: (value, _, __, rendering) => {
    const ref = imageRefOf(value)
    return ref ? picture({ ref, alt: altOf(value) }, rendering, { class: fitClass(value) }) : nothing
  },
}

export function cell(value: Value | undefined, column: TableColumn, said: CellBlocks, rendering: Rendering): Html {
  if (value === undefined || value === null) return nothing
  const show = Object.hasOwn(shows, column.type) ? shows[column.type] : shows.text
  return show(value, column, said, rendering)
}

function rating(value: Value, { max = 5 }: TableColumn, _: CellBlocks, { icons, context }: Rendering): Html {
  if (typeof value !== 'number') return nothing
  const most = Math.min(10, Math.max(1, Math.round(max)))
  const given = Math.min(most, Math.max(0, Math.round(value)))
  const stars = Array.from(
    { length: most },
    (__, at) =>
      html`<span${attributes({ class: at < given ? 'star' : 'star star-empty' })}>${icons.use('star')}</span>`,
  )
  return html`<span class="rating" role="img" aria-label="${context.words.rating(given, most)}">${stars}</span>`
}

function select(value: Value, { options = [] }: TableColumn): Html {
  const chosen = textsIn(value).map(
    (one) => options.find((option) => option.value === one) ?? { label: one, color: 'default' },
  )
  return joined(
    chosen.map(
      ({ label, color }) =>
        html`<span${attributes({ class: classes('chip', colorClass('chip', color)) })}>${label}</span> `,
    ),
  )
}

function refTo(ref: ContentRef, label: string | undefined, rendering: Rendering): Html {
  const written = ref.kind === 'file' ? ref.file : ref.kind === 'user' ? ref.user : ''
  // An address stands where a file or a person is none of ours.
  const target = rendering.context.target(/^https?:\/\//.test(written) ? { kind: 'url', url: written } : ref)
  const name = label ?? target?.title ?? target?.href
  return name === undefined ? nothing : linkTo(target, html`${name}`, rendering)
}

const listed = (items: readonly Html[]) => joined(items.flatMap((item, at) => (at === 0 ? [item] : [html`<br>`, item])))

const textsIn = (value: Value): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : typeof value === 'string' ? [value] : []

const isObject = (value: Value): value is Extract<Value, { kind: string } | { ref: unknown }> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a cell refers to, which stands in it or beside how it is shown. */
export function refOf(value: Value | undefined): ContentRef | undefined {
  if (value === undefined || !isObject(value)) return undefined
  return 'ref' in value ? value.ref : value
}

export function imageRefOf(value: Value | undefined): ImageRef | undefined {
  const ref = refOf(value)
  return ref?.kind === 'file' || ref?.kind === 'url' ? ref : undefined
}

export const labelOf = (value: Value | undefined): string | undefined => textIn(value, 'label')
export const altOf = (value: Value | undefined): string | undefined => textIn(value, 'alt') ?? labelOf(value)

function textIn(value: Value | undefined, name: string): string | undefined {
  const said = value !== undefined && isObject(value) && Object.entries(value).find(([key]) => key === name)?.[1]
  return typeof said === 'string' ? said : undefined
}

const fits = new Set(['contain', 'fill', 'cover'])
export function fitClass(value: Value | undefined): string | undefined {
  const fit = textIn(value, 'objectFit')
  return fit && fits.has(fit) ? `fit-${fit}` : undefined
}
