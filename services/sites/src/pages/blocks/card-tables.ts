import type { Block, ImageRef } from '@quire/document'
import { safeAddress } from './addresses.ts'
import type { BlockOf } from './blocks.ts'
import { altOf, cell, fitClass, imageRefOf, labelOf, refOf } from './cells.ts'
import { outside } from './links.ts'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import { picture } from './pictures.ts'
import { plainOf } from './plain.ts'
import type { Rendering } from './rendering.ts'
import { type CellBlocks, columnsOf, type TableColumn, type TableData, type TableRecord } from './tables.ts'

type Cards = Extract<TableData['view'], { type: 'cards' }>

/** Each record as a card: a picture on top, its cells below, and a link that takes all of it. */
export function cards(
  data: TableData,
  view: Cards,
  rows: readonly TableRecord[],
  said: CellBlocks,
  rendering: Rendering,
): Html {
  const shown = columnsOf(data, view.columns).filter(
    ({ id }) => ![view.coverDefinition, view.coverDefinitionDark, view.targetDefinition].includes(id),
  )
  const items = rows.map(
    (row) =>
      html`<li class="card">${coverOf(view, row, rendering)}<div class="card-body">${cellsOf(view, shown, row, said, rendering)}</div>${linkOf(view, row, said, rendering)}</li>`,
  )
  const look = classes('cards', view.cardSize === 'large' && 'cards-large', data.fullWidth && 'full-width')
  return html`<ul${attributes({ class: look })}>${items}</ul>`
}

function coverOf(view: Cards, row: TableRecord, rendering: Rendering): Html {
  const value = view.coverDefinition === undefined ? undefined : row.values[view.coverDefinition]
  const ref = imageRefOf(value)
  if (!ref) return nothing
  const refDark: ImageRef | undefined =
    view.coverDefinitionDark === undefined ? undefined : imageRefOf(row.values[view.coverDefinitionDark])
  const shown = picture({ ref, refDark, alt: altOf(value) ?? '' }, rendering, { class: fitClass(value) })
  return html`<div class="card-cover">${shown}</div>`
}

function cellsOf(
  view: Cards,
  columns: readonly TableColumn[],
  row: TableRecord,
  said: CellBlocks,
  rendering: Rendering,
): Html[] {
  return columns.map((column) => {
    const shown = cell(row.values[column.id], column, said, rendering)
    if (shown.length === 0) return nothing
    // A text says what it is about by itself; a number or a box does not.
    const isNamed = !view.hideColumnTitle && column.type !== 'text' && column.title !== ''
    return html`<div class="card-cell">${isNamed && html`<span class="card-name">${column.title}</span>`}${shown}</div>`
  })
}

function linkOf(view: Cards, row: TableRecord, said: CellBlocks, rendering: Rendering): Html {
  const value = view.targetDefinition === undefined ? undefined : row.values[view.targetDefinition]
  const ref = refOf(value)
  const target = ref && rendering.context.target(ref)
  const href = safeAddress(target?.href)
  if (href === undefined) return nothing
  const name = labelOf(value) ?? firstWords(view, row, said) ?? target?.title ?? href
  return html`<a${attributes({ class: 'card-link', href, 'aria-label': name, ...outside(href, rendering) })}></a>`
}

/** What the card's first cell with words says. */
function firstWords(view: Cards, row: TableRecord, said: CellBlocks): string | undefined {
  for (const id of view.columns) {
    const nodes = said.get(String(row.values[id])) ?? []
    const words = nodes
      .map((node) => (node.type === 'paragraph' || isHeading(node) ? plainOf(node.nodes) : ''))
      .find(Boolean)
    if (words) return words
  }
  return undefined
}

const isHeading = (node: Block): node is BlockOf<'heading-1' | 'heading-2' | 'heading-3'> =>
  node.type.startsWith('heading-')
