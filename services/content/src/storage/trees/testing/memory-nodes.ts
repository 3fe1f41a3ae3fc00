import { type NodeStore, pick } from '../node-store.ts'
import { type NewNode, storedNode, type TreeNode } from '../tree-nodes.ts'

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
