import type { Block, BlockOf, ContentRef, ImageRef } from '@quire/document'
import { plainOf } from './inline-text.ts'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import { picture } from './picture-blocks.ts'
import type { Rendering } from './rendering.ts'
import { outside, safeAddress } from './safe-links.ts'
import {
  altOf,
  type CellBlocks,
  cell,
  columnsOf,
  fitClass,
  imageRefOf,
  labelOf,
  refOf,
  type TableColumn,
  type TableData,
  type TableRecord,
} from './table-cells.ts'

type Cards = Extract<TableData['view'], { type: 'cards' }>

/** Each record as a card: a picture on top, its cells below, and a link that takes all of it. */
export function cards(
  data: TableData,
  view: Cards,
  rows: readonly TableRecord[],
  cellBlocks: CellBlocks,
  rendering: Rendering,
): Html {
  const content = columnsOf(data, view.columns).filter(
    ({ id }) => ![view.coverDefinition, view.coverDefinitionDark, view.targetDefinition].includes(id),
  )
  const items = rows.map(
    (row) =>
      html`<li class="card">${coverOf(view, row, cellBlocks, rendering)}<div class="card-body">${cellsOf(view, content, row, cellBlocks, rendering)}</div>${linkOf(view, row, cellBlocks, rendering)}</li>`,
  )
  const look = classes('cards', view.cardSize === 'large' && 'cards-large', data.fullWidth && 'full-width')
  return html`<ul${attributes({ class: look })}>${items}</ul>`
}

function coverOf(view: Cards, row: TableRecord, cellBlocks: CellBlocks, rendering: Rendering): Html {
  const value = row.values[view.coverDefinition ?? '']
  const pictureIn = (one: typeof value) => imageRefOf(one) ?? imageRefOf(refInText(one, cellBlocks))
  const ref = pictureIn(value)
  if (!ref) return nothing
  const refDark: ImageRef | undefined = pictureIn(row.values[view.coverDefinitionDark ?? ''])
  const content = picture({ ref, refDark, alt: altOf(value) ?? '' }, rendering, { class: fitClass(value) })
  return html`<div class="card-cover">${content}</div>`
}

function cellsOf(
  view: Cards,
  columns: readonly TableColumn[],
  row: TableRecord,
  cellBlocks: CellBlocks,
  rendering: Rendering,
): Html[] {
  return columns.map((column) => {
    const content = cell(row.values[column.id], column, cellBlocks, rendering)
    if (content.length === 0) return nothing
    // A text says what it is about by itself; a number or a box does not.
    const isNamed = !view.hideColumnTitle && column.type !== 'text' && column.title !== ''
    return html`<div class="card-cell">${isNamed && html`<span class="card-name">${column.title}</span>`}${content}</div>`
  })
}

function linkOf(view: Cards, row: TableRecord, cellBlocks: CellBlocks, rendering: Rendering): Html {
  const value = row.values[view.targetDefinition ?? '']
  const ref = refOf(value) ?? refInText(value, cellBlocks)
  const target = ref && rendering.context.target(ref)
  const href = safeAddress(target?.href)
  if (href === undefined) return nothing
  const name = firstWords(view, row, cellBlocks) ?? target?.title ?? labelOf(value) ?? href
  return html`<a${attributes({ class: 'card-link', href, 'aria-label': name, ...outside(href, rendering) })}></a>`
}

/** The first reference of a cell in a column of text: tables that were written by hand may leave the type out. */
function refInText(value: TableRecord['values'][string] | undefined, cellBlocks: CellBlocks): ContentRef | undefined {
  for (const node of cellBlocks.get(String(value)) ?? []) {
    if (node.type === 'images') return node.nodes[0]?.data.ref
    const inlines = node.type === 'paragraph' ? node.nodes : []
    for (const one of inlines)
      if (one.object === 'inline' && (one.type === 'link' || one.type === 'inline-image' || one.type === 'mention'))
        return one.data.ref
  }
  return undefined
}

/** The words of the card's first cell that has some. */
function firstWords(view: Cards, row: TableRecord, cellBlocks: CellBlocks): string | undefined {
  for (const id of view.columns) {
    const nodes = cellBlocks.get(String(row.values[id])) ?? []
    const words = nodes
      .map((node) => (node.type === 'paragraph' || isHeading(node) ? plainOf(node.nodes) : ''))
      .find(Boolean)
    if (words) return words
  }
  return undefined
}

const isHeading = (node: Block): node is BlockOf<'heading-1' | 'heading-2' | 'heading-3'> =>
  node.type.startsWith('heading-')
