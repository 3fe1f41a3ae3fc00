import type { AlignType, Table, TableCell } from 'mdast'
import { textOf } from '../text.ts'
import { type Reading, readInlines } from './inlines.ts'
import type { TableBlock } from './nodes.ts'

/** A table: the first row gives the columns' titles, each cell below is a fragment that its record points at. */
export function readTable(table: Table, reading: Reading): TableBlock {
  const [head, ...rows] = table.children
  const width = Math.max(...table.children.map((row) => row.children.length))
  const columns = Array.from({ length: width }, (_, index) => `c${index + 1}`)
  const block: TableBlock = {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: { view: { type: 'grid', columns, hideHeader: false }, records: {}, definition: {} },
    fragments: [],
  }
  for (const [index, id] of columns.entries()) {
    const textAlignment = alignment(table.align?.[index])
    block.data.definition[id] = { id, title: titleOf(head?.children[index]), type: 'text', textAlignment }
  }
  for (const [index, row] of rows.entries()) {
    const cells = columns.map((column, at) => ({ column, cell: row.children[at], fragment: `r${index + 1}${column}` }))
    for (const { cell, fragment } of cells) block.fragments.push(readCell(fragment, cell, reading))
    const values = Object.fromEntries(cells.map(({ column, fragment }) => [column, fragment]))
    block.data.records[`r${index + 1}`] = { orderIndex: orderIndex(index), values }
  }
  return block
}

function readCell(fragment: string, cell: TableCell | undefined, reading: Reading): TableBlock['fragments'][number] {
  const nodes = readInlines(cell?.children ?? [], reading)
  return { object: 'fragment', fragment, nodes: [{ object: 'block', type: 'paragraph', nodes }] }
}

function alignment(align: AlignType | undefined): 'center' | 'right' | 'left' {
  return align ?? 'left'
}

function titleOf(cell: TableCell | undefined): string {
  return cell ? textOf(cell).replace(/\s+/g, ' ').trim() : ''
}

/** Sorts as text in the order of the rows. */
function orderIndex(index: number): string {
  return String(index).padStart(6, '0')
}
