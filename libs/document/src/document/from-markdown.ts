import type { Edition } from '../nodes/containers.ts'
import type { Refs } from '../nodes/content-refs.ts'
import type { Block, JSONDocument } from '../nodes/nodes.ts'
import { withKeys } from './keys.ts'
import { readPage } from './read-page.ts'

/**
 * The published document tree of a markdown page (`JSONDocument` of the published schema), in the edition asked for:
 * `current`, valid in both published versions, or `next` (see `Edition`). docs/markdown.md lists the markdown of each
 * node. Markdown for which the schema has no node, or none in that container, stays raw in a leaf. The leaf's text is
 * what readers see of it: nothing of a comment or a tag, the words of anything else. Addresses that could run a script
 * are left out, and their text stays. Every block except a line of code has a `key` (see `withKeys`). `refs` turns
 * addresses into references to pages and files; unknown ones stay addresses. Throws DocumentError (limits).
 */
export function toDocument(markdown: string, refs: Refs = {}, edition: Edition = 'current'): JSONDocument {
  const nodes = readPage(markdown, refs, edition).map(({ block }) => block)
  return withKeys({ object: 'document', data: {}, nodes })
}

export type KeyedBlock = {
  /** The `key` that the block has in `toDocument` of the same page. */
  key: string
  type: Block['type']
  /** The slice of the page; those of all blocks in order make up the page. */
  markdown: string
}

/**
 * The outermost blocks of a page with their keys, so that a block can be found in another revision and its markdown be
 * restored. An unchanged block has the same key in both, given the same `refs` and edition (see `withKeys`).
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
