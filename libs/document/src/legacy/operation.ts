import { addCell, addRecord, emptyTable, type TableBlock } from '../blocks/table/table-data.ts'
import { MAX_CELLS } from '../markdown/limits.ts'
import { plainMark } from '../nodes/marks.ts'
import type { Block } from '../nodes/nodes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { paragraph, words } from './tag-parts.ts'

export interface Parameter {
  name: string
  type: string
  isRequired: boolean
  description: Block[]
}

/** An operation of an interface, as pages describe it that have no specification. */
export interface Operation {
  method: string
  url: string
  summary: string
  description: Block[]
  /** The parameters by where they go, each with a title. */
  parameters: { title: string; all: Parameter[] }[]
  responses: { title: string; nodes: Block[] }[]
}

/** A heading, the method with its address, tables of the parameters and a tab for each response. */
export function blocksOfOperation(operation: Operation, reading: ReadingContext): Block[] {
  const { method, url, summary, description, parameters, responses } = operation
  const call = `${method.toUpperCase()} ${url}`.trim()
  const title = summary || call
  const signature = [
    ...words(method.toUpperCase(), plainMark('bold')),
    ...words(method && url ? ' ' : ''),
    ...words(url, plainMark('code')),
  ]
  return [
    ...(title ? [heading(title, call || title, reading)] : []),
    ...paragraph(signature),
    ...description,
    ...parameters.flatMap(({ title, all }) => (all.length > 0 ? [...label(title), ...tableOf(all)] : [])),
    ...(responses.length > 0 ? [...label('Responses'), tabsOf(responses)] : []),
  ]
}

/** The anchor is that of the method and its address, which no other heading of the page has. */
function heading(title: string, anchor: string, { anchorOf }: ReadingContext): Block {
  const id = anchorOf({ type: 'heading', depth: 3, children: [{ type: 'text', value: anchor }] })
  return { object: 'block', type: 'heading-3', data: {}, meta: { id }, nodes: words(title) }
}

const label = (title: string): Block[] => paragraph(words(title, plainMark('bold')))

/** A table of parameters; those that are too many for one are paragraphs. */
function tableOf(all: readonly Parameter[]): Block[] {
  const hasTypes = all.some(({ type, isRequired }) => type !== '' || isRequired)
  const columns = hasTypes ? ['Name', 'Type', 'Description'] : ['Name', 'Description']
  const cells = all.map(({ name, type, isRequired, description }): Block[][] => {
    const kind = [type, isRequired ? 'required' : ''].filter((one) => one !== '').join(', ')
    return [paragraph(words(name, plainMark('code'))), ...(hasTypes ? [paragraph(words(kind))] : []), description]
  })
  if (cells.length * columns.length > MAX_CELLS) return cells.flat(2)
  const table = emptyTable({ type: 'grid', columns: columns.map((name) => name.toLowerCase()), hideHeader: false })
  for (const title of columns) {
    const id = title.toLowerCase()
    table.data.definition[id] = { id, title, type: 'text', textAlignment: 'left' }
  }
  for (const [row, blocks] of cells.entries()) addRow(table, row, blocks)
  return [table]
}

function addRow(table: TableBlock, row: number, cells: readonly Block[][]): void {
  const values = Object.keys(table.data.definition).flatMap((id, at) => {
    const nodes = cells[at] ?? []
    return nodes.length > 0 ? [[id, addCell(table, row, id, nodes)] as const] : []
  })
  addRecord(table, row, Object.fromEntries(values))
}

function tabsOf(responses: Operation['responses']): Block {
  const nodes = responses.map(({ title, nodes }) => ({
    object: 'block' as const,
    type: 'tabs-item' as const,
    data: title ? { title } : {},
    nodes,
  }))
  return { object: 'block', type: 'tabs', nodes }
}
