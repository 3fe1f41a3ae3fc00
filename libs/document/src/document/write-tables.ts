import type { RootContent, TableRow } from 'mdast'
import { checkTable } from '../limits.ts'
import type { Block, Fragment, TableBlock, TableData } from './nodes.ts'
import { htmlOfTable } from './write-html-tables.ts'
import { writeInlines } from './write-inlines.ts'
import type { WritingContext } from './writing.ts'

export type Rows = { columns: string[]; records: TableData['records'][string][]; cells: Map<string, Block[]> }

/** A table with its titles as the first row and a row a record, in the order of the records' index. */
export function writeTable(block: TableBlock, writing: WritingContext): RootContent[] {
  checkTable(Object.keys(block.data.definition).length, Object.keys(block.data.records).length + 1)
  const rows = rowsOf(block)
  const { columns, records } = rows
  if (columns.length === 0) return []
  const table = isPlain(block, rows)
  if (!table)
    return [{ type: 'html', value: htmlOfTable(block.data, rows, { ...writing, html: true, lineBreak: false }) }]
  const { definition } = block.data
  const titles: TableRow = {
    type: 'tableRow',
    children: columns.map((column) => {
      const value = (definition[column]?.title ?? '').replace(/\s+/g, ' ')
      return { type: 'tableCell', children: value === '' ? [] : [{ type: 'text', value }] }
    }),
  }
  const children = records.map(({ values }): TableRow => {
    const cells = columns.map((column) => rows.cells.get(String(values[column] ?? ''))?.[0])
    return {
      type: 'tableRow',
      children: cells.map((cell) => ({
        type: 'tableCell',
        children: cell?.type === 'paragraph' ? writeInlines(cell.nodes, { ...writing, lineBreak: false }) : [],
      })),
    }
  })
  const align = columns.map((column) => alignment(definition[column]?.textAlignment))
  return [{ type: 'table', align, children: [titles, ...children] }]
}

/** Columns in the order in which the view shows them; hidden columns keep their place where the order allows it. */
function rowsOf({ data, fragments }: TableBlock): Rows {
  const defined = Object.keys(data.definition)
  const shown = data.view.columns.filter((column) => Object.hasOwn(data.definition, column))
  const inOrder = defined.filter((column) => shown.includes(column)).join('\n') === shown.join('\n')
  const columns = inOrder ? defined : [...new Set([...shown, ...defined])]
  const records = Object.values(data.records).toSorted((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
  return { columns, records, cells: new Map(fragments.map(({ fragment, nodes }: Fragment) => [fragment, nodes])) }
}

/** Whether markdown's own tables can say it: columns of one line of text, all shown, under their titles. */
function isPlain({ data, fragments }: TableBlock, { columns }: Rows): boolean {
  const { view, definition, fullWidth } = data
  if (
    view.type !== 'grid' ||
    view.hideHeader ||
    view.columnWidths ||
    fullWidth ||
    view.columns.length !== columns.length
  )
    return false
  return (
    columns.every((column) => definition[column]?.type === 'text' && !definition[column].verticalAlignment) &&
    fragments.every(
      ({ nodes }) => nodes.length < 2 && nodes.every((node) => node.type === 'paragraph' && !node.data?.align),
    )
  )
}

function alignment(align: string | undefined): 'center' | 'right' | null {
  return align === 'center' || align === 'right' ? align : null
}
