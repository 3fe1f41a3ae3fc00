import type { RootContent } from 'mdast'
import { z } from 'zod'
import { readLength, writeLength } from '../nodes/lengths.ts'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { flag, Length } from '../nodes/shapes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { present, type TagAttributes } from '../reading/tag-attributes.ts'
import { around, flagValue } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords, partKind } from './kind.ts'
import { fullWidthOf, panelsOf, withPanels } from './panels.ts'

const alignments = ['top', 'middle', 'bottom'] as const
const data = z.object({ fullWidth: flag })
const part = z.object({ width: Length.optional(), verticalAlignment: z.enum(alignments).optional() }).optional()

type Column = BlockNode<'column', typeof part> & { nodes: Block[] }
type Columns = BlockNode<'columns', typeof data> & { isVoid: false; nodes: Column[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    columns: Columns
    column: Column
  }
}

const kind: BlockKind<'columns'> = {
  data,
  content: { parts: 'column' },
  stands: { current: [], next: ['document'] },
  reads: { pairs: { columns: readColumns } },
  sample: '{% columns %}\n{% column width="33%" %}\ncolumn\n{% endcolumn %}\n{% endcolumns %}',
  write: writeColumns,
  html: htmlOfWords,
}

export const columns = { columns: kind, column: partKind<'column'>({ data: part, content: 'blocks' }) }

function readColumns(group: Group, reading: ReadingContext): Columns | Block[] | undefined {
  const flags = fullWidthOf(reading, group)
  const found = panelsOf(reading, group, 'column', 'width', 'valign')
  const data = found?.panels.map(({ attributes }) => dataOf(attributes, reading))
  if (!flags || !found || !data?.every((one) => one !== undefined)) return undefined
  const nodes = found.panels.map(({ children }, index): Column => {
    const nodes = reading.grouped(children, 'column', reading)
    return { object: 'block', type: 'column', data: data[index] ?? {}, nodes }
  })
  return withPanels(found, { object: 'block', type: 'columns', isVoid: false, data: flags, nodes }, reading)
}

function dataOf({ width: written, valign }: TagAttributes, { edition }: ReadingContext): Column['data'] | undefined {
  const width = readLength(written)
  const verticalAlignment = alignments.find((one) => one === valign)
  const isOdd = (written !== undefined && width === undefined) || (valign !== undefined && !verticalAlignment)
  if (isOdd && edition !== 'full') return undefined
  return present({ width, verticalAlignment })
}

function writeColumns({ data, nodes }: Columns, writing: WritingContext): RootContent[] {
  const columns = nodes.flatMap(({ data, nodes }) => {
    const attributes = { width: writeLength(data?.width), valign: data?.verticalAlignment }
    return around('column', attributes, writing.blocks(nodes, writing))
  })
  return around('columns', { fullWidth: flagValue(data.fullWidth) }, columns)
}
