import { hash } from 'node:crypto'
import type { Entry } from './nodes.ts'

/** One key in this many closes a node; small, since a change rewrites the nodes it touches whole. */
const meanEntries = 32
/** The most entries of a node. The count starts again at each node, so this cut too depends on content alone. */
const maxEntries = 128

/**
 * Whether a node of `level` ends with its `length`th entry, `key`. Decided by the key, never by how the map came
 * about: the same content always has the same nodes, and an edit moves only the ends near it.
 */
export function closes(level: number, key: string, length: number): boolean {
  return length === maxEntries || digestByte(key, level) < 256 / meanEntries
}

/** A byte of its own for each level, so that a key that ends a leaf is no likelier to end the branch above. */
function digestByte(key: string, level: number): number {
  const digest = hash('sha256', key, 'buffer')
  return digest[level % digest.length] ?? 0
}

/** Cuts a level's entries, from the start of a node, into nodes. */
export function chunked<Value>(level: number, entries: readonly Entry<Value>[]): Entry<Value>[][] {
  const chunks: Entry<Value>[][] = []
  let open: Entry<Value>[] = []
  for (const entry of entries) {
    open.push(entry)
    if (!closes(level, entry[0], open.length)) continue
    chunks.push(open)
    open = []
  }
  if (open.length > 0) chunks.push(open)
  return chunks
}
