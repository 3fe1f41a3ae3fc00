import type { RootContent } from 'mdast'
import { type Distance, descendants, move } from '../syntax-tree.ts'
import type { Run } from './runs.ts'

/** The text that the parser reads in place of a run. */
export const standIn = 'x'

/** A text with a paragraph of one letter in the place of each run, and where these begin. */
export function withStandIns(markdown: string, runs: readonly Run[]): { text: string; offsets: number[] } {
  const offsets: number[] = []
  let text = ''
  let from = 0
  for (const { start, end, touches } of runs) {
    text += markdown.slice(from, start)
    offsets.push(text.length)
    text += touches ? `${standIn}\n` : standIn
    from = end
  }
  return { text: text + markdown.slice(from), offsets }
}

/**
 * The blocks of a text, its runs in their places among those `around` them. Nothing where a run turns out to be part of
 * something: of HTML, of a formula.
 */
export function putBack(
  around: readonly RootContent[],
  runs: readonly Run[],
  offsets: readonly number[],
): RootContent[] | undefined {
  const blocks: RootContent[] = []
  const distance: Distance = { offset: 0, line: 0 }
  let next = 0
  for (const block of around) {
    const run = runs[next]
    if (run && isStandIn(block, offsets[next])) {
      for (const own of run.blocks) blocks.push(own)
      const added = run.touches ? 1 : 0
      distance.offset += run.end - run.start - standIn.length - added
      distance.line += run.breaks - added
      next += 1
    } else {
      move(block, distance)
      for (const node of descendants(block)) move(node, distance)
      blocks.push(block)
    }
  }
  return next === runs.length ? blocks : undefined
}

function isStandIn(block: RootContent, start: number | undefined): boolean {
  if (block.type !== 'paragraph' || block.position?.start.offset !== start || block.children.length !== 1) return false
  const [text] = block.children
  return text?.type === 'text' && text.value === standIn
}
