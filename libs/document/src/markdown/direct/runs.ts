import { Blocks, type DirectBlock } from './block-reader.ts'
import type { Points } from './points.ts'

/** Blocks that follow each other, in whole lines. */
export interface Run {
  start: number
  end: number
  /** The number of line ends in it. */
  breaks: number
  blocks: DirectBlock[]
  /** True if the next line belongs to another block. */
  touches: boolean
}

const emptyLines = /(?:[ \t]*\n)*/y

/**
 * The runs of blocks in a text that need no parser, unless something around makes them part of it. None where lines end
 * in another way than `\n`, or where the parser does not count the first character.
 */
export function runsIn(markdown: string, points: Points): Run[] {
  if (/[\r\0]|^\uFEFF/.test(markdown)) return []
  const runs: Run[] = []
  const blocks = new Blocks(markdown, points)
  let run: Run | undefined
  for (let start = behindEmptyLines(markdown, 0); start < markdown.length; ) {
    const { block, end } = blocks.read(start, run?.blocks.at(-1))
    const next = behindEmptyLines(markdown, end)
    if (!block) run = undefined
    else {
      if (!run) {
        run = { start, end, breaks: 0, blocks: [], touches: false }
        runs.push(run)
      }
      run.blocks.push(block)
      run.end = end
      run.breaks = lineAt(block, 'end') - lineAt(run.blocks[0], 'start')
      run.touches = next === end + 1 && next < markdown.length
    }
    start = next
  }
  return runs
}

function lineAt(block: DirectBlock | undefined, side: 'start' | 'end'): number {
  return block?.position?.[side].line ?? 1
}

function behindEmptyLines(text: string, place: number): number {
  emptyLines.lastIndex = place
  emptyLines.test(text)
  return emptyLines.lastIndex
}
