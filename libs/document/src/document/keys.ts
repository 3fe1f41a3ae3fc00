import { hash } from 'node:crypto'
import { DocumentError } from '../markdown/errors.ts'
import { MAX_DOCUMENT } from '../markdown/limits.ts'
import type { Block, JSONDocument } from '../nodes/nodes.ts'

/**
 * Gives each block its `key`: twelve characters of a hash over what the block says, then `-1`, `-2` from its second
 * appearance in the page on. So a block that did not change has the same key in every revision of its page, wherever it
 * moved, as long as no equal block was put before it. A changed block gets another key. Neither `meta` (anchors count
 * up) nor the way in which the markdown was written goes into it. Lines of code have none. Throws DocumentError
 * (too-large) where the blocks say more than a document may.
 */
export function withKeys(document: JSONDocument): JSONDocument {
  const seen: SeenHashes = { hashes: new Map(), length: 0 }
  for (const block of document.nodes) keyed(block, seen)
  return document
}

/** The hashes so far, with how often each appeared, and the characters that they were made of. */
type SeenHashes = { hashes: Map<string, number>; length: number }

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
