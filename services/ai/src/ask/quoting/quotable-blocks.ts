import { type Block, type BlockOf, type BlockType, childrenOf } from '@quire/document'
import type { BlockSurroundings, QuotableBlock } from './quotable-block.ts'
import { quotableInlines, textOf } from './quotable-inlines.ts'
import { paragraphBlocks } from './quotable-paragraph.ts'
import { tableBlocks } from './quotable-table.ts'

/** The quotable blocks of a text, in order: those in hints, tabs, steps and quotes as if they stood alone. */
export function quotableBlocks(blocks: readonly Block[], around: BlockSurroundings): QuotableBlock[] {
  let under = around.under
  return blocks.flatMap((block) => {
    if (block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3') {
      under = textOf(quotableInlines(block.nodes, around)).trim()
      return []
    }
    return readBlock(block, { ...around, under })
  })
}

type Reader<Type extends BlockType> = (block: BlockOf<Type>, around: BlockSurroundings) => QuotableBlock[]

const inside = (block: Block, around: BlockSurroundings) => quotableBlocks(childrenOf(block), around)
const none = () => []

/** The parts of each block that may be quoted: a type without a rule does not compile. */
const readers: { readonly [Type in BlockType]: Reader<Type> } = {
  paragraph: paragraphBlocks,
  'heading-1': none,
  'heading-2': none,
  'heading-3': none,
  'list-ordered': readList,
  'list-unordered': readList,
  'list-tasks': readList,
  'list-item': none,
  divider: none,
  blockquote: inside,
  hint: inside,
  code: codeBlock,
  'code-line': none,
  math: none,
  images: none,
  image: none,
  drawing: none,
  embed: none,
  file: none,
  'content-ref': none,
  'reusable-content': none,
  integration: none,
  expandable({ fragments: [title, body] }, around) {
    const under = title.nodes.map(textOfBlock).join(' ')
    return quotableBlocks(body.nodes, { ...around, under: under || around.under })
  },
  tabs: inside,
  'tabs-item': (tab, around) => inside(tab, { ...around, under: tab.data.title ?? around.under }),
  stepper: inside,
  'stepper-step': inside,
  if: inside,
  columns: inside,
  column: inside,
  updates: inside,
  update: inside,
  prompt: inside,
  table: tableBlocks,
  swagger: none,
  'openapi-operation': none,
  'openapi-webhook': none,
  'openapi-schemas': none,
}

function readBlock(block: Block, around: BlockSurroundings): QuotableBlock[] {
  return (readers[block.type] as Reader<BlockType>)(block, around)
}

function readList(list: BlockOf<'list-ordered' | 'list-unordered' | 'list-tasks'>, around: BlockSurroundings) {
  return listBlocks(list, around, quotableBlocks)
}

const textOfBlock = (block: Block): string => (block.type === 'paragraph' ? textOf(block.nodes) : '')

type List = BlockOf<'list-ordered' | 'list-unordered' | 'list-tasks'>
type Item = BlockOf<'list-item'>

/** An item of more characters is quoted in parts, as if it were no list. */
const maxItem = 700

type ReadBlocks = (blocks: readonly Block[], around: BlockSurroundings) => QuotableBlock[]

/** A list by its items, whose blocks `read` reads. One with long items is read as the blocks in them. */
function listBlocks(list: List, around: BlockSurroundings, read: ReadBlocks): QuotableBlock[] {
  const inside = list.nodes.map(({ nodes }) => read(nodes, around))
  const texts = inside.map((blocks) => blocks.flatMap((block) => block.texts).join('\n'))
  if (texts.every((text) => text === '')) return []
  if (texts.some((text) => text.length > maxItem)) return inside.flat()
  const isOrdered = list.type === 'list-ordered'
  const write = (pieces: readonly number[]) => {
    const chosen = isOrdered ? between(pieces) : pieces
    return listOf(
      list,
      chosen.flatMap((piece) => itemOf(inside[piece] ?? [])),
      chosen[0] ?? 0,
    )
  }
  return [{ kind: isOrdered ? 'step' : 'item', under: around.under, texts, write }]
}

/** Numbers have no gaps: what stands between two steps is quoted with them. */
function between(pieces: readonly number[]): number[] {
  const [first = 0, last = first] = [pieces[0], pieces.at(-1)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function itemOf(blocks: readonly QuotableBlock[]): Item[] {
  const nodes = blocks.map((block) => block.write(block.texts.map((_, index) => index)))
  return nodes.length > 0 ? [{ object: 'block', type: 'list-item', nodes }] : []
}

function listOf(list: List, nodes: Item[], skipped: number): List {
  if (list.type !== 'list-ordered') return { object: 'block', type: 'list-unordered', nodes }
  return { object: 'block', type: 'list-ordered', data: { start: (list.data.start ?? 1) + skipped }, nodes }
}

type Code = BlockOf<'code'>

/** A block with more lines is quoted in parts. */
const maxLines = 30
const linesOfPart = 15

/** A block of code, whole or, where it is long, by groups of its lines. */
function codeBlock({ data, nodes }: Code, { under }: BlockSurroundings): QuotableBlock[] {
  const lines = nodes.map(textOfLine)
  if (lines.every((line) => line.trim() === '')) return []
  const parts = lines.length <= maxLines ? [lines] : grouped(lines)
  const texts = parts.map((part) => part.join('\n'))
  const write = (pieces: readonly number[]): Block => ({
    object: 'block',
    type: 'code',
    data: data.syntax ? { syntax: data.syntax } : {},
    nodes: pieces.flatMap((piece) => parts[piece] ?? []).map(lineOf),
  })
  return [{ kind: 'code', under, texts, write }]
}

function textOfLine({ nodes }: Code['nodes'][number]): string {
  return nodes
    .flatMap((node) => (node.object === 'text' ? [node] : node.type === 'annotation' ? node.nodes : []))
    .flatMap(({ leaves }) => leaves.map(({ text }) => text))
    .join('')
}

const lineOf = (text: string): Code['nodes'][number] => ({
  object: 'block',
  type: 'code-line',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

/** Groups end at an empty line where there is one. */
function grouped(lines: readonly string[]): string[][] {
  const groups: string[][] = []
  let group: string[] = []
  for (const line of lines) {
    group.push(line)
    if (group.length < linesOfPart / 2 || (group.length < linesOfPart && line.trim() !== '')) continue
    groups.push(group)
    group = []
  }
  return group.length > 0 ? [...groups, group] : groups
}
