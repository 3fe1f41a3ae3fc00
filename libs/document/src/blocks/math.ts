import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { VoidBlock } from '../nodes/nodes.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ formula: z.string() })

type Formula = VoidBlock<'math', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    math: Formula
  }
}

export const math: BlockKind<'math'> = {
  data,
  content: 'nothing',
  stands: { current: ['document', 'list-item', 'panel', 'step', 'cell'], next: ['column', 'update'] },
  reads: {
    nodes: { math: ({ value }) => ({ object: 'block', type: 'math', isVoid: true, data: { formula: value } }) },
  },
  sample: '$$\n\\frac{a}{b}\n$$',
  write: writeFormula,
  html: htmlOfWords,
}

/** A line of `$$` in a formula would end it. */
function writeFormula({ data: { formula } }: Formula): RootContent[] {
  return [{ type: 'math', value: formula.replace(/\r\n?/g, '\n').replace(/^[ \t]*\$\$[ \t]*$/gm, '$ $') }]
}
