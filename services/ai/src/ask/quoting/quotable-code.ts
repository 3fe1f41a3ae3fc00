import type { Block, BlockOf } from '@quire/document'
import type { BlockSurroundings, QuotableBlock } from './quotable-block.ts'

type Code = BlockOf<'code'>

/** A block with more lines is quoted in parts. */
const maxLines = 30
const linesOfPart = 15

/** A block of code, whole or, where it is long, by groups of its lines. */
export function codeBlock({ data, nodes }: Code, { under }: BlockSurroundings): QuotableBlock[] {
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
