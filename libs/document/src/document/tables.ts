import type { AlignType, Table } from 'mdast'
import { textOf } from '../text.ts'
import { widthOf } from '../tree.ts'
import { readInlines } from './inlines.ts'
import type { Fragment, TableBlock } from './nodes.ts'
import type { ReadingContext } from './reading.ts'
import { squeezed } from './spaces.ts'

/**
 * A table: the first row gives the columns' titles, and each cell below is a fragment that its record points at. A cell
 * without words is left out, so that short rows stay short.
 */
export function readTable(table: Table, reading: ReadingContext): TableBlock {
  const [head, ...rows] = table.children
  const columns = Array.from({ length: widthOf(table) }, (_, index) => columnId(index))
  const block: TableBlock = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: { view: { type: 'grid', columns, hideHeader: false }, records: {}, definition: {} },
    fragments: [],
  }
  for (const [index, id] of columns.entries()) {
    const cell = head?.children[index]
    const title = cell ? squeezed(textOf(cell)) : ''
    block.data.definition[id] = { id, title, type: 'text', textAlignment: alignment(table.align?.[index]) }
  }
  for (const [index, row] of rows.entries()) {
    const values: Record<string, string> = {}
    for (const [at, cell] of row.children.entries()) {
      const nodes = readInlines(cell.children, reading)
      const column = columns[at]
      if (column === undefined || nodes.length === 0) continue
      values[column] = addCell(block, index, column, [{ object: 'block', type: 'paragraph', nodes }])
    }
    addRecord(block, index, values)
  }
  return block
}

export function columnId(index: number): string {
  return `c${index + 1}`
}

/** Adds the blocks of a cell; answers the name by which the record points at them. */
export function addCell(block: TableBlock, row: number, column: string, nodes: Fragment['nodes']): string {
  const fragment = `r${row + 1}${column}`
  block.fragments.push({ object: 'fragment', fragment, nodes })
  return fragment
}

/** The order of records sorts as text. */
export function addRecord(
  { data }: TableBlock,
  row: number,
  values: TableBlock['data']['records'][string]['values'],
): void {
  data.records[`r${row + 1}`] = { orderIndex: String(row).padStart(6, '0'), values }
}

function alignment(align: AlignType | undefined): 'center' | 'right' | 'left' {
  return align ?? 'left'
}
