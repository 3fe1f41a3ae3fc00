import { type NewNode, type NodeStore, pick, storedNode, type TreeNode } from '../../trees/tree-nodes.ts'
import { complete } from '../document-store.ts'
import { createPathCache } from '../path-index.ts'
import type { DraftedRevision } from '../revision-entries.ts'

/** In-memory storage for tests. `write` returns the roots of a draft and the number of rows that it would add. */
export function memoryStorage() {
  const nodes = memoryNodes()
  const texts = new Map<string, string>()
  return {
    nodes,
    paths: createPathCache(),
    documents: { load: async (hashes: readonly string[]) => complete(hashes, texts) },
    write({ roots, nodes: added, documents }: DraftedRevision) {
      nodes.write(added)
      for (const [hash, markdown] of documents) texts.set(hash, markdown)
      return { roots, rows: added.length + documents.size + 1 }
    },
  }
}
export type MemoryStorage = ReturnType<typeof memoryStorage>

/** An in-memory node store for tests. Reads nodes back from their text, like the database, and counts the loads. */
export function memoryNodes() {
  const nodes = new Map<string, TreeNode>()
  const counts = { loads: 0, nodes: 0 }
  const write = (added: readonly NewNode[]) => {
    for (const { hash, level, text } of added) nodes.set(hash, storedNode({ hash, level, entries: text }))
  }
  const store: NodeStore = {
    async load(hashes) {
      counts.loads++
      counts.nodes += hashes.length
      return pick(hashes, (hash) => nodes.get(hash))
    },
  }
  return { ...store, write, counts, hashes: () => [...nodes.keys()].sort() }
}
