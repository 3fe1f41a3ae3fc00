import type { Block, BlockOf } from '@quire/document'
import type { BlockSurroundings, QuotableBlock } from './quotable-block.ts'
import { plainText, quotableInlines, textOf } from './quotable-inlines.ts'
import { paragraph } from './quotable-paragraph.ts'

type Fragment = BlockOf<'table'>['fragments'][number]
type Inlines = ReturnType<typeof quotableInlines>
interface Row {
  cells: Inlines[]
}

/** A table by its rows, each under the titles of the columns. Only columns with words are quoted. */
export function tableBlocks(table: BlockOf<'table'>, around: BlockSurroundings): QuotableBlock[] {
  const all = columnsOf(table)
  const held = new Map(table.fragments.map((one) => [one.fragment, one]))
  const rows = recordsOf(table).map(
    ({ values }): Row => ({
      cells: all.map((column) => inlinesOf(held.get(String(values[column])), around)),
    }),
  )
  const used = all.flatMap((_, at) => (rows.some(({ cells }) => textOf(cells[at] ?? []) !== '') ? [at] : []))
  const texts = rows.map(({ cells }) => used.map((at) => textOf(cells[at] ?? [])).join(' '))
  if (texts.every((text) => text.trim() === '')) return []
  const titles = used.map((at) => titleOf(table, all[at]))
  const cellsOf = (piece: number) => used.map((at) => rows[piece]?.cells[at] ?? [])
  const write = (pieces: readonly number[]) =>
    titles.every((title) => title === '') ? listOf(pieces.map(cellsOf)) : tableOf(titles, pieces.map(cellsOf))
  return [{ kind: 'row', under: [around.under, ...titles].join(' ').trim(), texts, write }]
}

const columnsOf = ({ data: { view, definition } }: BlockOf<'table'>) =>
  view.columns.filter((column) => Object.hasOwn(definition, column))

function recordsOf({ data: { records } }: BlockOf<'table'>) {
  return Object.values(records).toSorted((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1))
}

function titleOf({ data: { definition, view } }: BlockOf<'table'>, column = ''): string {
  return view.type === 'grid' && view.hideHeader ? '' : (definition[column]?.title ?? '')
}

/** The inlines of a cell, on one line. */
function inlinesOf(cell: Fragment | undefined, around: BlockSurroundings): Inlines {
  return (cell?.nodes ?? []).flatMap((node, index) =>
    node.type === 'paragraph' ? [...(index === 0 ? [] : [plainText(' ')]), ...quotableInlines(node.nodes, around)] : [],
  )
}

/** Cards, and other tables whose columns have no titles: they would be quoted under an empty line. */
function listOf(rows: readonly Inlines[][]): Block {
  const nodes = rows.map((cells) => {
    const filled = cells.filter((cell) => textOf(cell) !== '')
    const inlines = filled.flatMap((cell, at) => (at === 0 ? cell : [plainText(' – '), ...cell]))
    return { object: 'block' as const, type: 'list-item' as const, nodes: [paragraph(inlines)] }
  })
  return { object: 'block', type: 'list-unordered', nodes }
}

function tableOf(titles: readonly string[], rows: readonly Inlines[][]): Block {
  const columns = titles.map((_, at) => `c${at + 1}`)
  const records: BlockOf<'table'>['data']['records'] = {}
  const fragments: Fragment[] = []
  for (const [index, cells] of rows.entries()) {
    const values: Record<string, string> = {}
    for (const [at, nodes] of cells.entries()) {
      const name = `r${index + 1}c${at + 1}`
      values[`c${at + 1}`] = name
      fragments.push({ object: 'fragment', fragment: name, nodes: [paragraph(nodes)] })
    }
    records[`r${index + 1}`] = { orderIndex: String(index).padStart(6, '0'), values }
  }
  const definition = Object.fromEntries(
    columns.map((id, at) => [id, { id, title: titles[at] ?? '', type: 'text' as const }]),
  )
  const view = { type: 'grid' as const, columns, hideHeader: false }
  return { object: 'block', type: 'table', isVoid: true, data: { view, records, definition }, fragments }
}
