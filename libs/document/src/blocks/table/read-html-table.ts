import { MAX_CELLS, MAX_COLUMNS } from '../../markdown/limits.ts'
import { squeezed } from '../../markdown/white-space.ts'
import { textAlignIn } from '../../reading/alignment.ts'
import { type Element, hasOnlyAttributes, isBlank, type Piece, wordsOf } from '../../reading/elements.ts'
import type { ReadingContext } from '../../reading/reading-context.ts'
import { looseRowsOf } from './loose-rows.ts'
import { readCell } from './read-cell.ts'
import {
  addCell,
  addRecord,
  alignments,
  columnId,
  emptyTable,
  type TableBlock,
  type TableColumn,
  type TableData,
  valueTypes,
  verticalAlignments,
} from './table-data.ts'

type Head = {
  column: TableColumn
  /** The values of the column's options. */
  options: Set<string>
  hidden: boolean
  width?: number
  target: boolean
  cover: boolean
  coverDark: boolean
}

const tableAttributes = [
  'data-view',
  'data-card-size',
  'data-full-width',
  'data-header-hidden',
  'data-column-title-hidden',
]
const headAttributes = [
  ...['width', 'align', 'valign', 'style', 'data-hidden', 'data-type', 'data-max', 'data-multiple'],
  ...['data-card-target', 'data-card-cover', 'data-card-cover-dark'],
]
const cellAttributes = ['align', 'valign', 'style', 'data-object-fit']

/** `<table>` with the platform's attributes of views and columns; undefined where it says more than the tree can. */
export function readHtmlTable(table: Element, reading: ReadingContext): TableBlock | undefined {
  const isStrict = reading.edition !== 'full'
  const rows = isStrict ? rowsOf(table) : looseRowsOf(table)
  if (
    !rows ||
    !hasOnlyAttributes(reading, table, ...tableAttributes) ||
    (isStrict && !['grid', 'cards', undefined].includes(table.attributes.get('data-view')))
  )
    return undefined
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  if (width > MAX_COLUMNS || width * rows.length > MAX_CELLS) return undefined
  const titles = rows[0]?.head ? rows[0].cells : []
  const heads = Array.from({ length: width }, (_, index) => readHead(columnId(index), titles[index], reading))
  if (!heads.every((head) => head !== undefined)) return undefined
  if (isStrict && !rows.slice(1).every(({ head }) => !head)) return undefined
  const block = emptyTable(viewOf(table, heads, titles.length === 0))
  block.data.definition = Object.fromEntries(heads.map(({ column }) => [column.id, column]))
  if (isSet(table, 'data-full-width')) block.data.fullWidth = true
  for (const [index, { cells }] of (titles.length > 0 ? rows.slice(1) : rows).entries()) {
    const values: Parameters<typeof addRecord>[2] = {}
    for (const [at, { column, options }] of heads.entries()) {
      const cell = cells[at]
      if (!cell) continue
      if (!hasOnlyAttributes(reading, cell, ...cellAttributes)) return undefined
      const read = readCell(cell, column, reading, (nodes) => addCell(block, index, column.id, nodes))
      // A cell that its column's type has no value for: the words count, so all columns become text.
      if (!read)
        return isStrict || heads.every(({ column }) => column.type === 'text')
          ? undefined
          : readHtmlTable(untyped(table), reading)
      if (read.value !== undefined) values[column.id] = read.value
      if (column.type === 'select') addOptions(cell, column, options)
    }
    addRecord(block, index, values)
  }
  return block
}

/** The table with columns of text only: types of columns and lists of options are left out. */
function untyped(element: Element): Element {
  const attributes = new Map([...element.attributes].filter(([name]) => element.name !== 'th' || name !== 'data-type'))
  const children = element.children
    .filter((piece) => piece.type !== 'element' || piece.name !== 'select')
    .map((piece) =>
      piece.type === 'element' && ['thead', 'tbody', 'tr', 'th'].includes(piece.name) ? untyped(piece) : piece,
    )
  return { ...element, attributes, children }
}

function isSet({ attributes }: Element, name: string): boolean {
  return attributes.has(name) && attributes.get(name) !== 'false'
}

type Row = { head: boolean; cells: (Element | undefined)[] }

/** The rows of a table, if it holds nothing else. */
function rowsOf(table: Element): Row[] | undefined {
  const rows: Row[] = []
  for (const piece of table.children) {
    if (isBlank(piece)) continue
    const isPart = piece.type === 'element' && ['thead', 'tbody', 'tfoot'].includes(piece.name)
    if (piece.type === 'element' && piece.name !== 'tr' && piece.attributes.size > 0) return undefined
    for (const part of isPart ? piece.children : [piece]) {
      if (isBlank(part)) continue
      const row = rowOf(part)
      if (!row) return undefined
      rows.push(row)
    }
  }
  return rows.length > 0 ? rows : undefined
}

function rowOf(piece: Piece): Row | undefined {
  if (piece.type !== 'element' || piece.name !== 'tr' || piece.attributes.size > 0) return undefined
  const cells = piece.children.filter((child) => !isBlank(child))
  const elements = cells.filter((cell) => cell.type === 'element')
  const head = elements[0]?.name === 'th'
  return elements.length === cells.length && elements.every(({ name }) => name === (head ? 'th' : 'td'))
    ? { head, cells: elements }
    : undefined
}

function viewOf(table: Element, heads: readonly Head[], headless: boolean): TableData['view'] {
  const columns = heads.filter(({ hidden }) => !hidden).map(({ column }) => column.id)
  if (table.attributes.get('data-view') !== 'cards') {
    const widths = heads.flatMap(({ column, width }) => (width === undefined ? [] : [[column.id, width] as const]))
    return {
      type: 'grid',
      columns,
      ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
      hideHeader: headless || isSet(table, 'data-header-hidden'),
    }
  }
  const id = (is: 'target' | 'cover' | 'coverDark') => heads.find((head) => head[is])?.column.id
  const [target, cover, dark] = [id('target'), id('cover'), id('coverDark')]
  return {
    type: 'cards',
    columns,
    cardSize: table.attributes.get('data-card-size') === 'large' ? 'large' : 'medium',
    ...(target ? { targetDefinition: target } : {}),
    ...(cover ? { coverDefinition: cover } : {}),
    ...(dark ? { coverDefinitionDark: dark } : {}),
    ...(isSet(table, 'data-column-title-hidden') ? { hideColumnTitle: true } : {}),
  }
}

function readHead(id: string, cell: Element | undefined, reading: ReadingContext): Head | undefined {
  const plain: Head = {
    column: { id, title: '', type: 'text', textAlignment: 'left' },
    ...{ options: new Set<string>(), hidden: false, target: false, cover: false, coverDark: false },
  }
  if (!cell) return plain
  const { attributes, children } = cell
  const style = textAlignIn(attributes)
  const width = /^\d{1,6}(?:\.\d{1,20})?$/.test(attributes.get('width') ?? '0') ? attributes.get('width') : 'odd'
  const isStrict = reading.edition !== 'full'
  const isOdd = width === 'odd' || (attributes.has('style') && !style)
  if (!hasOnlyAttributes(reading, cell, ...headAttributes) || (isOdd && isStrict)) return undefined
  const select = children.find((piece) => piece.type === 'element' && piece.name === 'select')
  const type = select ? 'select' : valueTypes.find((one) => one === attributes.get('data-type'))
  if (isStrict && attributes.has('data-type') && !type && attributes.get('data-type') !== 'text') return undefined
  const words = children.filter((piece) => piece !== select)
  // A title is plain words. A table whose heading has marks stays HTML.
  if (isStrict && words.some(({ type }) => type === 'html')) return undefined
  const column: TableColumn = {
    id,
    title: squeezed(wordsOf(words)),
    ...typeOf(type, cell, select?.type === 'element' ? select : undefined),
    ...alignmentsOf(type, attributes.get('align') ?? style, attributes.get('valign')),
  }
  return {
    column,
    options: new Set(column.options?.map(({ value }) => value)),
    hidden: isSet(cell, 'data-hidden'),
    ...(width === undefined || width === 'odd' ? {} : { width: Number(width) }),
    target: isSet(cell, 'data-card-target'),
    cover: isSet(cell, 'data-card-cover'),
    coverDark: isSet(cell, 'data-card-cover-dark'),
  }
}

function alignmentsOf(type: string | undefined, align: string | undefined, valign: string | undefined) {
  if (type) return {}
  const verticalAlignment = verticalAlignments.find((one) => one === valign)
  const textAlignment = alignments.find((one) => one === align) ?? 'left'
  return { textAlignment, ...(verticalAlignment ? { verticalAlignment } : {}) }
}

function typeOf(
  type: TableColumn['type'] | undefined,
  cell: Element,
  select: Element | undefined,
): Pick<TableColumn, 'type' | 'multiple' | 'max' | 'options'> {
  if (type === 'users') return { type, multiple: isSet(cell, 'data-multiple') }
  if (type === 'rating') return { type, max: Number(cell.attributes.get('data-max') ?? 5) || 5 }
  if (type !== 'select') return { type: type ?? 'text' }
  const options = (select?.children ?? []).flatMap((piece) => {
    if (piece.type !== 'element' || piece.name !== 'option') return []
    const value = piece.attributes.get('value') ?? ''
    const label = piece.attributes.get('label') ?? wordsOf(piece.children).trim()
    return [{ value, label, color: piece.attributes.get('color') ?? 'default' }]
  })
  return { type, multiple: isSet(cell, 'data-multiple') || (select?.attributes.has('multiple') ?? false), options }
}

/** Adds the options that a cell has and the column's head does not name: the words of the cell are their labels. */
function addOptions(cell: Element, column: TableColumn, known: Set<string>): void {
  for (const piece of cell.children) {
    const value = piece.type === 'element' ? piece.attributes.get('data-option') : undefined
    if (piece.type !== 'element' || value === undefined || known.has(value)) continue
    known.add(value)
    const label = squeezed(wordsOf(piece.children)).replace(/,$/, '')
    column.options?.push({ value, label: label || value, color: 'default' })
  }
}
