import { emptyNode, type TreeNode } from './tree-nodes.ts'

/** Source of nodes. A node never changes, so a copy never becomes stale. */
export interface NodeStore {
  /** Returns the nodes in the order of `hashes`. Throws if one is missing, since that means damaged data. */
  load(hashes: readonly string[]): Promise<TreeNode[]>
}

/** Returns the nodes of `hashes`, in that order. The empty node needs no store. */
export function pick(hashes: readonly string[], from: (hash: string) => TreeNode | undefined): TreeNode[] {
  return hashes.map((hash) => {
    const node = from(hash) ?? (hash === emptyNode.hash ? emptyNode : undefined)
    if (!node) throw new Error(`Tree node ${hash} is missing`)
    return node
  })
}

export async function loadOne(store: NodeStore, hash: string): Promise<TreeNode> {
  const [node] = await store.load([hash])
  if (!node) throw new Error(`Tree node ${hash} is missing`)
  return node
}

/** Layers the nodes in `fresh` over a store. */
export function overlay(store: NodeStore, fresh: ReadonlyMap<string, TreeNode>): NodeStore {
  return {
    async load(hashes) {
      const stored = hashes.filter((hash) => !fresh.has(hash))
      const loaded = new Map((stored.length > 0 ? await store.load(stored) : []).map((node) => [node.hash, node]))
      return pick(hashes, (hash) => fresh.get(hash) ?? loaded.get(hash))
    },
  }
}
