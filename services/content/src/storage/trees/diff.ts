import { yieldEvery } from '../yield-every.ts'
import {
  type Child,
  children,
  type Entry,
  leafEntries,
  type NodeStore,
  type Root,
  sameValue,
  type TreeNode,
} from './tree-nodes.ts'

/** The values of one key before and after; undefined where the key does not exist. */
export interface Change<Value> {
  before: Value | undefined
  after: Value | undefined
}

/**
 * Returns the keys whose values differ between two maps, in key order. Skips equal nodes, so the cost grows with the
 * difference only. One load per level.
 */
export async function diff<Value>(
  store: NodeStore,
  before: Root<Value>,
  after: Root<Value>,
): Promise<Map<string, Change<Value>>> {
  let [left, right] = unshared([before], [after])
  for (;;) {
    const nodes = new Map((await store.load([...left, ...right])).map((node) => [node.hash, node]))
    const top = [...nodes.values()].reduce((top, node) => Math.max(top, node.level), 0)
    if (top === 0) return changesIn(leaves<Value>(left, nodes), leaves<Value>(right, nodes))
    ;[left, right] = unshared(opened(left, nodes, top), opened(right, nodes, top))
  }
}

function unshared(left: string[], right: string[]): [left: string[], right: string[]] {
  const [ofLeft, ofRight] = [new Set(left), new Set(right)]
  return [left.filter((hash) => !ofRight.has(hash)), right.filter((hash) => !ofLeft.has(hash))]
}

const opened = (hashes: string[], nodes: Map<string, TreeNode>, level: number): string[] =>
  hashes.flatMap((hash) => {
    const node = nodes.get(hash)
    return node?.level === level ? children(node).map(([, [child]]: Entry<Child>) => child) : [hash]
  })

const leaves = <Value>(hashes: string[], nodes: Map<string, TreeNode>): Map<string, Value> =>
  new Map(
    hashes.flatMap((hash) => {
      const node = nodes.get(hash)
      return node ? leafEntries<Value>(node) : []
    }),
  )

/** Returns the keys whose values differ, in key order. */
export async function changesIn<Value>(
  left: Map<string, Value>,
  right: Map<string, Value>,
): Promise<Map<string, Change<Value>>> {
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort()
  const changed = new Map<string, Change<Value>>()
  const turn = yieldEvery(500)
  for (const key of keys) {
    await turn()
    const [before, after] = [left.get(key), right.get(key)]
    if (!sameValue(before, after)) changed.set(key, { before, after })
  }
  return changed
}
