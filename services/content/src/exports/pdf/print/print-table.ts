import type { BlockOf } from '@quire/document'
import { linkTo, plainOf, wordsOf } from './inline-printers.ts'
import { deeper, nameOf, type Printing } from './print-context.ts'
import type { Block, Inline } from './printed.ts'
import { pictureOf } from './printed-picture.ts'

type Data = BlockOf<'table'>['data']
type Column = Data['definition'][string]
type Value = Data['records'][string]['values'][string]

/** A table with more columns is printed record by record: a sheet is no wider. */
const maxColumns = 12
/** From this many columns on the words are small. */
const wide = 6

/** A grid, cards, or, where there are too many columns for a sheet, a list of records. */
export function tableOf(block: BlockOf<'table'>, outside: Printing): Block[] {
  const printing = deeper(outside)
  const { view, definition, records } = block.data
  const columns = view.columns.flatMap((id) => definition[id] ?? [])
  const fragments = new Map(block.fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const rows = Object.values(records)
    .toSorted((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
    .map(({ values }) => ({
      values,
      cells: columns.map((column) => cellOf(values[column.id], column, fragments, printing)),
    }))
  if (columns.length === 0 || (rows.length === 0 && view.type === 'cards')) return []
  const titles = columns.map(({ title }) => wordsOf(title))
  if (view.type === 'cards')
    return [{ k: 'cards', cards: rows.map(({ values, cells }) => cardOf(view, values, cells, printing)) }]
  if (columns.length > maxColumns) return rows.flatMap(({ cells }, at) => recordOf(titles, cells, at))
  const isHeadless = view.hideHeader || titles.every((title) => title.length === 0)
  return [
    {
      k: 'table',
      widths: columns.map(({ title }, at) =>
        widthOf(
          title,
          rows.map(({ cells }) => cells[at] ?? []),
        ),
      ),
      aligns: columns.map(alignOf),
      ...(!isHeadless && { head: titles }),
      rows: rows.map(({ cells }) => cells),
      small: columns.length >= wide,
    },
  ]
}

const alignOf = ({ type, textAlignment }: Column) =>
  textAlignment === 'right' || type === 'number' ? 'right' : textAlignment === 'center' ? 'center' : 'left'

/** The width that a column's words want, within bounds that leave room to the others. */
function widthOf(title: string, cells: Block[][]): number {
  const longest = cells.reduce((max, cell) => Math.max(max, lengthOf(cell)), title.length)
  return Math.min(45, Math.max(6, longest))
}

const lengthOf = (cell: readonly Block[]): number =>
  cell.reduce((max, block) => Math.max(max, block.k === 'paragraph' ? plainOf(block.body).length : 30), 0)

const paragraph = (body: Inline[]): Block[] => (body.length > 0 ? [{ k: 'paragraph', body }] : [])

/** A record of a table that is too wide: each column on a line of its own. */
const recordOf = (titles: Inline[][], cells: Block[][], at: number): Block[] => [
  {
    k: 'titled',
    as: 'record',
    title: wordsOf(String(at + 1)),
    body: cells.flatMap((cell, column) => {
      if (cell.length === 0) return []
      const title = (titles[column] ?? []).map((one): Inline => (one.k === 'text' ? { ...one, styles: ['b'] } : one))
      const [first, ...rest] = cell
      if (first?.k !== 'paragraph') return [...paragraph(title), ...cell]
      return [{ ...first, body: [...title, ...wordsOf(title.length > 0 ? ': ' : ''), ...first.body] }, ...rest]
    }),
  },
]

type Cards = Extract<Data['view'], { type: 'cards' }>

/** A card: its cover, its cells, and where it leads. */
function cardOf(view: Cards, values: Record<string, Value>, cells: Block[][], printing: Printing): Block[] {
  const target = referenceIn(values[view.targetDefinition ?? ''])
  return [
    ...pictureIn(values[view.coverDefinition ?? ''], 'center', printing),
    ...cells.flat(),
    ...(target ? paragraph(linkTo(target, wordsOf(nameOf(target, printing)), printing)) : []),
  ]
}

function pictureIn(value: Value | undefined, align: 'center' | 'left', printing: Printing): Block[] {
  const [file] = Array.isArray(value) ? value : []
  const ref = typeof file === 'string' ? { kind: 'file' as const, file } : referenceIn(value)
  const picture = (ref?.kind === 'file' || ref?.kind === 'url') && pictureOf({ ref }, printing)
  return picture ? [{ k: 'picture', align, ...picture, caption: [] }] : []
}

function referenceIn(value: Value | undefined) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return 'ref' in value ? value.ref : value
}

function cellOf(
  value: Value | undefined,
  column: Column,
  fragments: ReadonlyMap<string, BlockOf<'table'>['fragments'][number]['nodes']>,
  printing: Printing,
): Block[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'boolean') return paragraph(wordsOf(value ? '✓' : '–'))
  if (typeof value === 'number') {
    const max = Math.min(10, column.max ?? 5)
    const stars = column.type === 'rating' && value >= 0 && value <= max ? Math.round(value) : undefined
    return paragraph(wordsOf(stars === undefined ? String(value) : '★'.repeat(stars) + '☆'.repeat(max - stars)))
  }
  if (typeof value === 'string') {
    const nodes = fragments.get(value)
    return nodes ? printing.blocks(nodes, printing) : column.type === 'text' ? [] : paragraph(wordsOf(value))
  }
  if (Array.isArray(value)) return paragraph(listed(value, column, printing))
  const picture = column.type === 'image' ? pictureIn(value, 'left', printing) : []
  if (picture.length > 0) return picture
  const ref = referenceIn(value)
  const label = 'label' in value && typeof value.label === 'string' ? value.label : undefined
  return ref ? paragraph(linkTo(ref, wordsOf(label ?? nameOf(ref, printing)), printing)) : []
}

/** Options by their labels, files by their names, people by their ids. */
function listed(values: readonly string[], { type, options = [] }: Column, printing: Printing): Inline[] {
  return values.flatMap((one, at): Inline[] => {
    const separator = at > 0 ? wordsOf(', ') : []
    if (type === 'files') {
      const ref = { kind: 'file', file: one } as const
      return [...separator, ...linkTo(ref, wordsOf(nameOf(ref, printing)), printing)]
    }
    return [...separator, ...wordsOf(options.find(({ value }) => value === one)?.label ?? one)]
  })
}
