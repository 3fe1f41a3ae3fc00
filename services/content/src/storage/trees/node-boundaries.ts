import { hash } from 'node:crypto'
import type { Entry } from './tree-nodes.ts'

/** On average one key in this many ends a node. Small, because a change rewrites every node that it touches. */
const meanEntries = 32
/**
 * Upper bound on the entries of a node. The count starts again at each node, so this cut also depends on content alone.
 */
const maxEntries = 128

/**
 * True if a node of `level` ends with its `length`th entry, `key`. The key decides, not the history of the map: the
 * same content always has the same nodes, and an edit moves only the boundaries near it.
 */
export function endsNode(level: number, key: string, length: number): boolean {
  return length === maxEntries || digestByte(key, level) < 256 / meanEntries
}

/** Uses a different byte for each level, so that a key that ends a leaf is no likelier to end its parent. */
function digestByte(key: string, level: number): number {
  const digest = hash('sha256', key, 'buffer')
  return digest[level % digest.length] ?? 0
}

/** Splits the entries of a level into nodes. The first entry must begin a node. */
export function splitIntoNodes<Value>(level: number, entries: readonly Entry<Value>[]): Entry<Value>[][] {
  const chunks: Entry<Value>[][] = []
  let open: Entry<Value>[] = []
  for (const entry of entries) {
    open.push(entry)
    if (!endsNode(level, entry[0], open.length)) continue
    chunks.push(open)
    open = []
  }
  if (open.length > 0) chunks.push(open)
  return chunks
}
