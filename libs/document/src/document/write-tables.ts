import type { PhrasingContent, Table, TableRow } from 'mdast'
import type { Refs } from './content-refs.ts'
import type { TableBlock } from './nodes.ts'
import { writeInlines } from './write-inlines.ts'

/** A table with its titles as the first row and a row a record, in the order of the records' index. */
export function writeTable({ data, fragments }: TableBlock, refs: Refs): Table {
  const cells = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const { columns } = data.view
  const records = Object.values(data.records).toSorted((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  const rows = records.map(({ values }) =>
    row(columns.map((column) => writeCell(cells.get(values[column] ?? '') ?? [], refs))),
  )
  const titles = row(columns.map((column) => [{ type: 'text', value: data.definition[column]?.title ?? '' }]))
  return {
    type: 'table',
    align: columns.map((column) => alignment(data.definition[column]?.textAlignment)),
    children: [titles, ...rows],
  }
}

function writeCell(nodes: TableBlock['fragments'][number]['nodes'], refs: Refs): PhrasingContent[] {
  return nodes.flatMap((paragraph, index): PhrasingContent[] => {
    const inlines = writeInlines(paragraph.nodes, { refs, lineBreak: false })
    return index === 0 ? inlines : [{ type: 'html', value: '<br>' }, ...inlines]
  })
}

function alignment(align: string | undefined): 'center' | 'right' | null {
  return align === 'center' || align === 'right' ? align : null
}

function row(cells: PhrasingContent[][]): TableRow {
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children })) }
}
