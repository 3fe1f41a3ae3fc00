import { z } from 'zod'
import { anywhere } from '../nodes/containers.ts'
import type { VoidBlock } from '../nodes/nodes.ts'
import { type Element, hasOnlyAttributes } from '../reading/elements.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import type { BlockKind } from './kind.ts'

const data = z.object({})

type Divider = VoidBlock<'divider', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    divider: Divider
  }
}

export const divider: BlockKind<'divider'> = {
  data,
  content: 'nothing',
  stands: anywhere,
  reads: { nodes: { thematicBreak: dividerOf }, elements: { hr: readElement } },
  sample: '---',
  write: () => [{ type: 'thematicBreak' }],
  html: () => '<hr>',
}

function dividerOf(): Divider {
  return { object: 'block', type: 'divider', isVoid: true, data: {} }
}

function readElement(element: Element, reading: ReadingContext): Divider[] | undefined {
  return hasOnlyAttributes(reading, element) ? [dividerOf()] : undefined
}
