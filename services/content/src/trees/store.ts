import { emptyNode, type TreeNode } from './nodes.ts'

/** Where nodes come from. A node never changes, so any copy of it is good for ever. */
export interface NodeStore {
  /** The nodes, in the order asked for; one that is missing means damaged data and throws. */
  load(hashes: readonly string[]): Promise<TreeNode[]>
}

/** The nodes of `hashes`, in that order. The empty node needs no store. */
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

/** A store over another one, which also finds the nodes in `fresh`. */
export function overlay(store: NodeStore, fresh: ReadonlyMap<string, TreeNode>): NodeStore {
  return {
    async load(hashes) {
      const stored = hashes.filter((hash) => !fresh.has(hash))
      const loaded = new Map((stored.length > 0 ? await store.load(stored) : []).map((node) => [node.hash, node]))
      return pick(hashes, (hash) => fresh.get(hash) ?? loaded.get(hash))
    },
  }
}
