import { yieldEvery } from '../yield-every.ts'
import type { NodeStore } from './node-store.ts'
import { children, type TreeNode } from './tree-nodes.ts'

/** Keys handled between two turns of the event loop: a few milliseconds of work. */
const keysPerTurn = 2000

/**
 * Descends a tree with many keys together: one load per level, each node once. `choose` picks the entries of an inner
 * node that a key follows; a key without an entry stops. `arrive` gets each leaf with the keys that reached it.
 */
export async function descend(
  store: NodeStore,
  root: string,
  keys: Iterable<string>,
  choose: (node: TreeNode, key: string) => readonly number[],
  arrive: (leaf: TreeNode, keys: string[]) => void,
): Promise<void> {
  const turn = yieldEvery(keysPerTurn)
  let wanted = new Map([[root, [...new Set(keys)]]])
  while (wanted.size > 0) {
    const below = new Map<string, string[]>()
    for (const node of await store.load([...wanted.keys()])) {
      const reached = wanted.get(node.hash) ?? []
      for (const key of reached) {
        if (node.level > 0) for (const at of choose(node, key)) append(below, children(node)[at]?.[1][0], key)
        const others = turn()
        if (others) await others
      }
      if (node.level === 0) arrive(node, reached)
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
