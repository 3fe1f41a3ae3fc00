import type { BlockOf } from '@quire/document'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import { type Rendering, within } from './rendering.ts'
import { cards } from './table-cards.ts'
import { type CellBlocks, cell, columnsOf, type TableColumn, type TableData, type TableRecord } from './table-cells.ts'

type Grid = Extract<TableData['view'], { type: 'grid' }>

export function table(block: BlockOf<'table'>, rendering: Rendering): Html {
  const { view, records } = block.data
  const rows = Object.values(records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  const cellBlocks: CellBlocks = new Map(block.fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const inside = within(rendering, { isListed: false })
  return view.type === 'cards'
    ? cards(block.data, view, rows, cellBlocks, inside)
    : grid(block.data, view, rows, cellBlocks, inside)
}

function grid(
  data: TableData,
  view: Grid,
  rows: readonly TableRecord[],
  cellBlocks: CellBlocks,
  rendering: Rendering,
): Html {
  const columns = columnsOf(data, view.columns)
  const widths = columns.map(({ id }) => view.columnWidths?.[id])
  const cols = widths.some(Boolean)
    ? html`<colgroup>${widths.map((width) => html`<col${attributes({ width: width && Math.round(width) })}>`)}</colgroup>`
    : nothing
  const head = view.hideHeader ? nothing : headOf(columns)
  const body = rows.map(
    (row) =>
      html`<tr>${columns.map((column) => html`<td${look(column)}>${cell(row.values[column.id], column, cellBlocks, rendering)}</td>`)}</tr>`,
  )
  const scroll = {
    class: classes('table', data.fullWidth && 'full-width'),
    tabindex: '0',
    role: 'group',
    'aria-label': rendering.context.vocabulary.table,
  }
  return html`<div${attributes(scroll)}><table>${cols}${head}<tbody>${body}</tbody></table></div>`
}

/** An empty title heads nothing. */
const headOf = (columns: readonly TableColumn[]): Html =>
  html`<thead><tr>${columns.map((column) => (column.title === '' ? html`<td></td>` : html`<th scope="col"${look(column)}>${column.title}</th>`))}</tr></thead>`

function look({ type, textAlignment, verticalAlignment }: TableColumn): Html {
  const across = textAlignment && textAlignment !== 'left' && `cell-${textAlignment}`
  const down = verticalAlignment && `vertical-${verticalAlignment}`
  const name = classes(across, down, type !== 'text' && `cell-${type}`)
  return attributes({ class: name || undefined })
}
