import { firstAfter, firstAtLeast } from './binary-search.ts'
import { descend } from './descend.ts'
import { loadOne, type NodeStore, pick } from './node-store.ts'
import { children, type TreeNode } from './tree-nodes.ts'

/** A node found by key. `last` is true if no node of its level follows. */
export interface NodePosition {
  node: TreeNode
  last: boolean
}

/** The nodes of one tree that an edit visits, each loaded once. */
export interface Paths {
  top: TreeNode
  seen: ReadonlyMap<string, TreeNode>
  /** The node of `level` where `key` belongs. */
  find(level: number, key: string): Promise<NodePosition>
  /** The node of `level` after the one that ends with `key`. */
  next(level: number, key: string): Promise<NodePosition | undefined>
}

/** Loads the paths from the root to the leaves where `keys` belong: one load per level, however many keys. */
export async function openPaths(store: NodeStore, root: string, keys: readonly string[]): Promise<Paths> {
  const seen = new Map<string, TreeNode>()
  const memo = memoized(store, seen)
  await descend(
    memo,
    root,
    keys,
    (node, key) => [childFor(node, key)],
    () => {},
  )
  const top = await loadOne(memo, root)

  const find = async (level: number, choose: (node: TreeNode) => number): Promise<NodePosition | undefined> => {
    let position: NodePosition = { node: top, last: true }
    while (position.node.level > level) {
      const list = children(position.node)
      const at = choose(position.node)
      const child = list[at]
      if (!child) return undefined
      position = { node: await loadOne(memo, child[1][0]), last: position.last && at === list.length - 1 }
    }
    return position
  }
  return {
    top,
    seen,
    find: async (level, key) => (await find(level, (node) => childFor(node, key))) ?? { node: top, last: true },
    next: (level, key) => find(level, (node) => firstAfter(node.entries, key)),
  }
}

/** Keys after the end belong to the last child. */
const childFor = (node: TreeNode, key: string) => Math.min(firstAtLeast(node.entries, key), node.entries.length - 1)

function memoized(store: NodeStore, seen: Map<string, TreeNode>): NodeStore {
  return {
    async load(hashes) {
      const missing = hashes.filter((hash) => !seen.has(hash))
      if (missing.length > 0) for (const node of await store.load(missing)) seen.set(node.hash, node)
      return pick(hashes, (hash) => seen.get(hash))
    },
  }
}
