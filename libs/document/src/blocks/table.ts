import type { AlignType, RootContent, Table, TableRow } from 'mdast'
import { checkTable } from '../markdown/limits.ts'
import { textOf } from '../markdown/readable-text.ts'
import { widthOf } from '../markdown/syntax-tree.ts'
import { squeezed } from '../markdown/white-space.ts'
import type { Container } from '../nodes/containers.ts'
import type { Block } from '../nodes/nodes.ts'
import type { Element } from '../reading/elements.ts'
import { readInlines } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { wordsAsHtml } from '../writing/write-html.ts'
import { writeInlines } from '../writing/write-inlines.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import type { BlockKind } from './kind.ts'
import { readHtmlTable } from './table/read-html-table.ts'
import { addCell, addRecord, columnId, emptyTable, type TableBlock, tableShape } from './table/table-data.ts'
import { htmlOfRows, type Rows } from './table/write-html-table.ts'

export const table: BlockKind<'table'> = {
  data: tableShape,
  content: { fragments: 'any' },
  stands: { current: ['document', 'list-item', 'expandable-body', 'cell'], next: ['hint', 'column'] },
  // Decided before the blocks in it are read: a table's cells may hold tables.
  reads: {
    nodes: {
      table: (node, reading, container) => (reading.allows(container, 'table') ? readTable(node, reading) : undefined),
    },
    elements: { table: readElement },
  },
  sample: `<table><thead><tr><th width="100">text</th><th data-type="number">n</th><th data-type="checkbox">c</th><th data-type="rating" data-max="3">r</th><th>s<select><option value="a" label="label" color="green"></option></select></th><th data-type="files">f</th><th data-type="users">u</th><th data-type="content-ref">ref</th><th data-type="image">i</th></tr></thead><tbody><tr><td>cell</td><td>1.5</td><td>true</td><td>2</td><td><span data-option="a">label</span></td><td><a href="/files/f1">f</a></td><td><a href="/users/u1">u</a></td><td><a href="https://e.x/c">words</a></td><td><img src="/files/i1" alt="alt"></td></tr></tbody></table>

<table data-view="cards"><thead><tr><th>name</th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>card</td><td><a href="https://e.x/d">target</a></td><td><a href="/files/cover">cover</a></td></tr></tbody></table>`,
  write: writeTable,
  html: (block, writing) =>
    writeTable(block, writing)
      .map((node) => (node.type === 'html' ? node.value : wordsAsHtml(node)))
      .join(''),
}

/**
 * A table: the first row gives the columns' titles, and each cell below is a fragment that its record points at. A cell
 * without words is left out, so that short rows stay short.
 */
function readTable(node: Table, reading: ReadingContext): TableBlock {
  const [head, ...rows] = node.children
  const columns = Array.from({ length: widthOf(node) }, (_, index) => columnId(index))
  const block = emptyTable({ type: 'grid', columns, hideHeader: false })
  for (const [index, id] of columns.entries()) {
    const cell = head?.children[index]
    const title = cell ? squeezed(textOf(cell)) : ''
    block.data.definition[id] = { id, title, type: 'text', textAlignment: node.align?.[index] ?? 'left' }
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

/** A table; in the full edition with its caption above it. */
function readElement(element: Element, reading: ReadingContext, container: Container): Block[] | undefined {
  const block = reading.allows(container, 'table') ? readHtmlTable(element, reading) : undefined
  const caption = element.children.find((piece) => piece.type === 'element' && piece.name === 'caption')
  const above = block && caption?.type === 'element' ? reading.flow(caption.children, container, reading) : undefined
  return block && [...(above ?? []), block]
}

/** A table with its titles as the first row and a row a record, in the order of the records' index. */
function writeTable(block: TableBlock, writing: WritingContext): RootContent[] {
  checkTable(Object.keys(block.data.definition).length, Object.keys(block.data.records).length + 1)
  const rows = rowsOf(block)
  if (rows.columns.length === 0) return []
  if (isPlain(block, rows)) return [plainTable(block, rows, writing)]
  return [{ type: 'html', value: htmlOfRows(block.data, rows, { ...writing, html: true, lineBreak: false }) }]
}

/** Columns in the order in which the view shows them; hidden columns keep their position where the order allows it. */
function rowsOf({ data, fragments }: TableBlock): Rows {
  const defined = Object.keys(data.definition)
  const visible = data.view.columns.filter((column) => Object.hasOwn(data.definition, column))
  const inOrder = defined.filter((column) => visible.includes(column)).join('\n') === visible.join('\n')
  const columns = inOrder ? defined : [...new Set([...visible, ...defined])]
  const records = Object.values(data.records).toSorted((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
  return { columns, records, cells: new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes])) }
}

/** True if markdown's own tables can express it: columns of one line of text, all visible, under their titles. */
function isPlain({ data, fragments }: TableBlock, { columns }: Rows): boolean {
  const { view, definition, fullWidth } = data
  if (view.type !== 'grid' || view.hideHeader || view.columnWidths || fullWidth) return false
  return (
    view.columns.length === columns.length &&
    columns.every((column) => definition[column]?.type === 'text' && !definition[column].verticalAlignment) &&
    fragments.every(
      ({ nodes }) => nodes.length < 2 && nodes.every((node) => node.type === 'paragraph' && !node.data?.align),
    )
  )
}

function plainTable({ data: { definition } }: TableBlock, { columns, records, cells }: Rows, writing: WritingContext) {
  const titles: TableRow = {
    type: 'tableRow',
    children: columns.map((column) => {
      const value = (definition[column]?.title ?? '').replace(/\s+/g, ' ')
      return { type: 'tableCell', children: value === '' ? [] : [{ type: 'text', value }] }
    }),
  }
  const rows = records.map(({ values }): TableRow => {
    const first = columns.map((column) => cells.get(String(values[column] ?? ''))?.[0])
    const children = first.map((cell) => ({
      type: 'tableCell' as const,
      children: cell?.type === 'paragraph' ? writeInlines(cell.nodes, { ...writing, lineBreak: false }) : [],
    }))
    return { type: 'tableRow', children }
  })
  const align = columns.map((column) => alignmentOf(definition[column]?.textAlignment))
  return { type: 'table' as const, align, children: [titles, ...rows] }
}

function alignmentOf(align: string | undefined): AlignType {
  return align === 'center' || align === 'right' ? align : null
}
