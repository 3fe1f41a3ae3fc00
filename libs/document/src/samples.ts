import { blockKinds } from './blocks/registry.ts'
import { inFullEdition } from './nodes/containers.ts'
import type { BlockType } from './nodes/nodes.ts'

/** The types that the published schema lacks. */
export const ownBlocks: readonly string[] = Object.entries(blockKinds).flatMap(([type, { stands }]) =>
  stands === inFullEdition ? [type] : [],
)

/**
 * Markdown that holds a block of each type, in the edition `next`, or `full` for those of `ownBlocks`. That of a part is
 * empty, for it lies in another's.
 */
export const blockSamples = Object.fromEntries(
  Object.entries(blockKinds).map(([type, { sample }]) => [type, sample]),
) as { readonly [Type in BlockType]: string }
