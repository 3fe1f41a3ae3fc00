import { z } from 'zod'
import type { Fragment, VoidBlock } from '../../nodes/nodes.ts'
import { ContentRef, flag, text } from '../../nodes/shapes.ts'

export const alignments = ['center', 'right', 'left'] as const
export const verticalAlignments = ['top', 'middle', 'bottom'] as const
/** The types of columns whose cells hold values; cells of the type `text` hold blocks. */
export const valueTypes = ['number', 'checkbox', 'files', 'users', 'rating', 'select', 'content-ref', 'image'] as const
export const objectFits = ['contain', 'fill', 'cover'] as const

const column = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(['text', ...valueTypes]),
  textAlignment: z.enum(alignments).optional(),
  verticalAlignment: z.enum(verticalAlignments).optional(),
  multiple: flag,
  max: z.number().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string(), color: z.string() })).optional(),
})
const imageCell = z.object({ ref: ContentRef, objectFit: z.enum(objectFits).optional(), alt: text })
const cell = z.union([z.number(), z.string().nullable(), z.boolean(), z.array(z.string()), ContentRef, imageCell])
const columns = z.array(z.string())
export const tableShape = z.object({
  view: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('grid'),
      columns,
      columnWidths: z.record(z.string(), z.number()).optional(),
      hideHeader: z.boolean(),
    }),
    z.object({
      type: z.literal('cards'),
      columns,
      cardSize: z.enum(['medium', 'large']),
      targetDefinition: text,
      coverDefinition: text,
      coverDefinitionDark: text,
      hideColumnTitle: flag,
    }),
  ]),
  records: z.record(z.string(), z.object({ orderIndex: z.string(), values: z.record(z.string(), cell) })),
  definition: z.record(z.string(), column),
  fullWidth: flag,
})

export type TableBlock = VoidBlock<'table', typeof tableShape> & { fragments: Fragment[] }
export type TableData = TableBlock['data']
export type TableColumn = TableData['definition'][string]
type Values = TableData['records'][string]['values']
export type TableCell = Values[string]

declare module '../../nodes/nodes.ts' {
  interface BlockMap {
    table: TableBlock
  }
}

/** A table without columns and rows. */
export function emptyTable(view: TableData['view']): TableBlock {
  const data = { view, records: {}, definition: {} }
  return { object: 'block', type: 'table', isVoid: true, data, fragments: [] }
}

export function columnId(index: number): string {
  return `c${index + 1}`
}

/** Adds the blocks of a cell; returns the name by which the record points at them. */
export function addCell(block: TableBlock, row: number, column: string, nodes: Fragment['nodes']): string {
  const fragment = `r${row + 1}${column}`
  block.fragments.push({ object: 'fragment', fragment, nodes })
  return fragment
}

/** Adds a row. The order of records sorts as text. */
export function addRecord({ data }: TableBlock, row: number, values: Values): void {
  data.records[`r${row + 1}`] = { orderIndex: String(row).padStart(6, '0'), values }
}
