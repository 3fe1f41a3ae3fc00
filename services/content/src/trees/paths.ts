import { descend } from './descend.ts'
import { children, type TreeNode } from './nodes.ts'
import { firstAfter, firstAtLeast } from './search.ts'
import { loadOne, type NodeStore, pick } from './store.ts'

/** A node found by key; `last` when no node of its level follows. */
export interface Place {
  node: TreeNode
  last: boolean
}

/** The nodes of one tree that an edit meets, each loaded once. */
export interface Paths {
  top: TreeNode
  seen: ReadonlyMap<string, TreeNode>
  /** The node of `level` where `key` belongs. */
  find(level: number, key: string): Promise<Place>
  /** The node of `level` after the one that ends with `key`. */
  next(level: number, key: string): Promise<Place | undefined>
}

/** Opens a tree at the leaves where `keys` belong: one load a level, however many keys. */
export async function openPaths(store: NodeStore, root: string, keys: readonly string[]): Promise<Paths> {
  const seen = new Map<string, TreeNode>()
  const once = remembering(store, seen)
  await descend(
    once,
    root,
    keys,
    (node, key) => [childFor(node, key)],
    () => {},
  )
  const top = await loadOne(once, root)

  const find = async (level: number, choose: (node: TreeNode) => number): Promise<Place | undefined> => {
    let place: Place = { node: top, last: true }
    while (place.node.level > level) {
      const list = children(place.node)
      const at = choose(place.node)
      const child = list[at]
      if (!child) return undefined
      place = { node: await loadOne(once, child[1][0]), last: place.last && at === list.length - 1 }
    }
    return place
  }
  return {
    top,
    seen,
    find: async (level, key) => (await find(level, (node) => childFor(node, key))) ?? { node: top, last: true },
    next: (level, key) => find(level, (node) => firstAfter(node.entries, key)),
  }
}

/** Keys past the end belong to the last child. */
const childFor = (node: TreeNode, key: string) => Math.min(firstAtLeast(node.entries, key), node.entries.length - 1)

function remembering(store: NodeStore, seen: Map<string, TreeNode>): NodeStore {
  return {
    async load(hashes) {
      const missing = hashes.filter((hash) => !seen.has(hash))
      if (missing.length > 0) for (const node of await store.load(missing)) seen.set(node.hash, node)
      return pick(hashes, (hash) => seen.get(hash))
    },
  }
}
