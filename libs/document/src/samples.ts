import { blockKinds } from './blocks/registry.ts'
import type { BlockType } from './nodes/nodes.ts'

/** Markdown that holds a block of each type, in the edition `next`; that of a part is empty, for it lies in another's. */
export const blockSamples = Object.fromEntries(
  Object.entries(blockKinds).map(([type, { sample }]) => [type, sample]),
) as { readonly [Type in BlockType]: string }
