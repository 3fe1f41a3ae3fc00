import { children, type TreeNode } from './nodes.ts'
import type { NodeStore } from './store.ts'

/**
 * Takes many keys down a tree together: one load a level, each node once. `choose` picks a branch's entry for a key
 * (no entry: the key stops there); `arrive` gets each leaf with the keys that reached it.
 */
export async function descend(
  store: NodeStore,
  root: string,
  keys: Iterable<string>,
  choose: (node: TreeNode, key: string) => number,
  arrive: (leaf: TreeNode, keys: string[]) => void,
): Promise<void> {
  let wanted = new Map([[root, [...new Set(keys)]]])
  while (wanted.size > 0) {
    const below = new Map<string, string[]>()
    for (const node of await store.load([...wanted.keys()])) {
      const reached = wanted.get(node.hash) ?? []
      if (node.level === 0) arrive(node, reached)
      else for (const key of reached) append(below, children(node)[choose(node, key)]?.[1][0], key)
    }
    wanted = below
  }
}

function append(lists: Map<string, string[]>, name: string | undefined, value: string): void {
  if (name === undefined) return
  const list = lists.get(name)
  if (list) list.push(value)
  else lists.set(name, [value])
}
