import type { Edition } from './containers.ts'
import type { Refs } from './content-refs.ts'
import { readPage } from './from-markdown.ts'
import { withKeys } from './keys.ts'
import type { Block } from './nodes.ts'

export type KeyedBlock = {
  /** The `key` that the block has in `toDocument` of the same page. */
  key: string
  type: Block['type']
  /** The slice of the page; those of all blocks in order make up the page. */
  markdown: string
}

/**
 * The outermost blocks of a page with their keys, so that a block can be found in another revision and its markdown be
 * put back. An unchanged block has the same key in both, given the same `refs` and edition (see `withKeys`).
 * Definitions and lines between blocks belong to the block before them. Throws DocumentError (limits).
 */
export function pageBlocks(markdown: string, refs: Refs = {}, edition: Edition = 'current'): KeyedBlock[] {
  const page = readPage(markdown, refs, edition)
  withKeys({ object: 'document', data: {}, nodes: page.map(({ block }) => block) })
  const firsts = page.filter(({ start }, index) => index === 0 || start > (page[index - 1]?.start ?? 0))
  return firsts.map(({ block, start }, index) => ({
    key: block.key ?? '',
    type: block.type,
    markdown: markdown.slice(index === 0 ? 0 : start, firsts[index + 1]?.start ?? markdown.length),
  }))
}
