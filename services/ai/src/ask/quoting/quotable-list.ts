import type { Block, BlockOf } from '@quire/document'
import type { BlockSurroundings, QuotableBlock } from './quotable-block.ts'

type List = BlockOf<'list-ordered' | 'list-unordered' | 'list-tasks'>
type Item = BlockOf<'list-item'>

/** An item of more characters is quoted in parts, as if it were no list. */
const maxItem = 700

type ReadBlocks = (blocks: readonly Block[], around: BlockSurroundings) => QuotableBlock[]

/** A list by its items, whose blocks `read` reads. One with long items is read as the blocks in them. */
export function listBlocks(list: List, around: BlockSurroundings, read: ReadBlocks): QuotableBlock[] {
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
