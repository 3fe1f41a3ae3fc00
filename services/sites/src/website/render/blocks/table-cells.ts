import type { BlockOf, ContentRef, ImageRef } from '@quire/document'
import type { Target } from './blocks-context.ts'
import { numberText } from './intl-text.ts'
import { colorClass } from './mark-html.ts'
import { attributes, classes, type Html, html, joined, nothing } from './markup.ts'
import { picture } from './picture-blocks.ts'
import type { Rendering } from './rendering.ts'
import { linkTo } from './safe-links.ts'

type Table = BlockOf<'table'>
export type TableData = Table['data']
export type TableColumn = TableData['definition'][string]
export type TableRecord = TableData['records'][string]
/** The blocks of cells, by the names that records give. */
export type CellBlocks = ReadonlyMap<string, Table['fragments'][number]['nodes']>

type Value = TableRecord['values'][string]
type CellRenderer = (value: Value, column: TableColumn, cellBlocks: CellBlocks, rendering: Rendering) => Html

/** Renders a cell by its column's type; nothing for a value of another type. */
const cellRenderers: { readonly [Type in TableColumn['type']]: CellRenderer } = {
  text: (value, _, cellBlocks, rendering) => rendering.blocks(cellBlocks.get(String(value)) ?? [], rendering),
  number: (value, _, __, { context }) => html`${typeof value === 'number' && numberText(value, context.language)}`,
  checkbox: (value, _, __, { context: { vocabulary } }) =>
    html`<input${attributes({ type: 'checkbox', disabled: true, checked: value === true, 'aria-label': value === true ? vocabulary.yes : vocabulary.no })}>`,
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

export function cell(
  value: Value | undefined,
  column: TableColumn,
  cellBlocks: CellBlocks,
  rendering: Rendering,
): Html {
  if (value === undefined || value === null) return nothing
  const render = Object.hasOwn(cellRenderers, column.type) ? cellRenderers[column.type] : cellRenderers.text
  return render(value, column, cellBlocks, rendering)
}

function rating(value: Value, { max = 5 }: TableColumn, _: CellBlocks, { icons, context }: Rendering): Html {
  if (typeof value !== 'number') return nothing
  const total = Math.min(10, Math.max(1, Math.round(max)))
  const given = Math.min(total, Math.max(0, Math.round(value)))
  const stars = Array.from(
    { length: total },
    (__, at) =>
      html`<span${attributes({ class: at < given ? 'star' : 'star star-empty' })}>${icons.use('star')}</span>`,
  )
  return html`<span class="rating" role="img" aria-label="${context.vocabulary.rating(given, total)}">${stars}</span>`
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
  const name = nameOf(label, target)
  return name === undefined ? nothing : linkTo(target, html`${name}`, rendering)
}

const listed = (items: readonly Html[]) => joined(items.flatMap((item, at) => (at === 0 ? [item] : [html`<br>`, item])))

const textsIn = (value: Value): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : typeof value === 'string' ? [value] : []

const isObject = (value: Value): value is Extract<Value, { kind: string } | { ref: unknown }> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The reference of a cell, which stands in it or beside its presentation. */
export function refOf(value: Value | undefined): ContentRef | undefined {
  if (value === undefined || !isObject(value)) return undefined
  return 'ref' in value ? value.ref : value
}

/** The picture of a cell: of several files the first one. */
export function imageRefOf(value: Value | undefined): ImageRef | undefined {
  const [file] = Array.isArray(value) ? textsIn(value) : []
  const ref = file === undefined ? refOf(value) : { kind: 'file' as const, file }
  return ref?.kind === 'file' || ref?.kind === 'url' ? ref : undefined
}

/** The words of a link in a cell. Editors label links to pages with the name of the file, which tells readers less than the title. */
const nameOf = (label: string | undefined, target: Target | undefined): string | undefined =>
  (label !== undefined && isFileName.test(label) ? target?.title : undefined) ?? label ?? target?.title ?? target?.href

const isFileName = /^\S+\.md(?:#\S*)?$/i

export const labelOf = (value: Value | undefined): string | undefined => textIn(value, 'label')
export const altOf = (value: Value | undefined): string | undefined => textIn(value, 'alt') ?? labelOf(value)

function textIn(value: Value | undefined, name: string): string | undefined {
  const found = value !== undefined && isObject(value) && Object.entries(value).find(([key]) => key === name)?.[1]
  return typeof found === 'string' ? found : undefined
}

const fits = new Set(['contain', 'fill', 'cover'])
export function fitClass(value: Value | undefined): string | undefined {
  const fit = textIn(value, 'objectFit')
  return fit && fits.has(fit) ? `fit-${fit}` : undefined
}

export const columnsOf = ({ definition }: TableData, ids: readonly string[]): TableColumn[] =>
  ids.flatMap((id) => (Object.hasOwn(definition, id) && definition[id] ? [definition[id]] : []))
