import { hash } from 'node:crypto'
import { DocumentError } from '../markdown/errors.ts'
import { MAX_DOCUMENT } from '../markdown/limits.ts'
import type { Edition } from '../nodes/containers.ts'
import type { Refs } from '../nodes/content-refs.ts'
import type { Block, JSONDocument } from '../nodes/nodes.ts'
import { readPage } from './read-page.ts'

/** The hashes so far, with how often each appeared, and the characters that they were made of. */
type SeenHashes = { hashes: Map<string, number>; length: number }

/**
 * The document tree of a markdown page (`JSONDocument` of the published schema), in the edition asked for (see
 * `Edition`). docs/markdown.md lists the markdown of each
 * node. Markdown for which the schema has no node, or none in that container, stays raw in a leaf. The leaf's text is
 * what readers see of it: nothing of a comment or a tag, the words of anything else. Addresses that could run a script
 * are left out, and their text stays. Every block except a line of code has a `key` (see `withKeys`). `refs` turns
 * addresses into references to pages and files; unknown ones stay addresses. Throws DocumentError (limits).
 */
export function toDocument(markdown: string, refs: Refs = {}, edition: Edition = 'current'): JSONDocument {
  const nodes = readPage(markdown, refs, edition).blocks.map(({ block }) => block)
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
  const { blocks: page } = readPage(markdown, refs, edition)
  withKeys({ object: 'document', data: {}, nodes: page.map(({ block }) => block) })
  const firsts = page.filter(({ start }, index) => index === 0 || start > (page[index - 1]?.start ?? 0))
  return firsts.map(({ block, start }, index) => ({
    key: block.key ?? '',
    type: block.type,
    markdown: markdown.slice(index === 0 ? 0 : start, firsts[index + 1]?.start ?? markdown.length),
  }))
}

/**
 * Gives each block its `key`: twelve characters of a hash over what the block says, then `-1`, `-2` from its second
 * appearance in the page on. So a block that did not change has the same key in every revision of its page, wherever it
 * moved, as long as no equal block was put before it. A changed block gets another key. Neither `meta` (anchors count
 * up) nor the way in which the markdown was written goes into it. Lines of code have none. Throws DocumentError
 * (too-large) where the blocks say more than a document may.
 */
function withKeys(document: JSONDocument): JSONDocument {
  const seen: SeenHashes = { hashes: new Map(), length: 0 }
  for (const block of document.nodes) keyed(block, seen)
  return document
}

/** Sets the key of a block and of those in it; answers its hash, made from theirs, so every word is hashed once. */
function keyed(block: Block, seen: SeenHashes): string {
  const json = JSON.stringify(block, (name, value) => {
    if (name === 'meta' || name === 'key') return undefined
    return value !== block && isKeyed(value) ? keyed(value, seen) : value
  })
  const own = hash('sha256', json, 'base64url').slice(0, 12)
  seen.length += json.length
  if (seen.length > MAX_DOCUMENT)
    throw new DocumentError('too-large', `A document may hold at most ${MAX_DOCUMENT} characters as JSON`)
  const before = seen.hashes.get(own) ?? 0
  seen.hashes.set(own, before + 1)
  block.key = before === 0 ? own : `${own}-${before}`
  return own
}

function isKeyed(value: unknown): value is Block {
  return (
    typeof value === 'object' &&
    value !== null &&
    'object' in value &&
    value.object === 'block' &&
    'type' in value &&
    value.type !== 'code-line'
  )
}
