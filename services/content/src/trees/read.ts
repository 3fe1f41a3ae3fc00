import { descend } from './descend.ts'
import { type Child, children, type Entry, leafEntries, type Root, sizeOf } from './nodes.ts'
import { firstAtLeast } from './search.ts'
import { loadOne, type NodeStore } from './store.ts'

/** The value of a key, or undefined. Costs the height of the tree. */
export async function get<Value>(store: NodeStore, root: Root<Value>, key: string): Promise<Value | undefined> {
  return (await getMany(store, root, [key])).get(key)
}

/** The values of those keys that exist; one load a level, however many keys. */
export async function getMany<Value>(
  store: NodeStore,
  root: Root<Value>,
  keys: Iterable<string>,
): Promise<Map<string, Value>> {
  const found = new Map<string, Value>()
  await descend(
    store,
    root,
    keys,
    (node, key) => firstAtLeast(node.entries, key),
    (leaf, reached) => {
      for (const key of reached) {
        const entry = leafEntries<Value>(leaf)[firstAtLeast(leaf.entries, key)]
        if (entry?.[0] === key) found.set(key, entry[1])
      }
    },
  )
  return found
}

/** How many keys the map has; reads its root only. */
export async function size(store: NodeStore, root: Root<unknown>): Promise<number> {
  return sizeOf(await loadOne(store, root))
}

/** How many keys come before `key`, whether or not it exists. */
export async function rank(store: NodeStore, root: Root<unknown>, key: string): Promise<number> {
  let before = 0
  let node = await loadOne(store, root)
  while (node.level > 0) {
    const at = firstAtLeast(node.entries, key)
    const list = children(node)
    for (const [, [, size]] of list.slice(0, at)) before += size
    const child = list[at]
    if (!child) return before
    node = await loadOne(store, child[1][0])
  }
  return before + firstAtLeast(node.entries, key)
}

/** The entries at positions `from` to `to` (excluded), in order; one load a level. */
export async function slice<Value>(
  store: NodeStore,
  root: Root<Value>,
  from: number,
  to: number,
): Promise<Entry<Value>[]> {
  if (from >= to) return []
  let spans = [{ hash: root as string, start: 0 }]
  for (;;) {
    const nodes = await store.load(spans.map((span) => span.hash))
    const first = spans[0]?.start ?? 0
    if ((nodes[0]?.level ?? 0) === 0)
      return nodes.flatMap((node) => leafEntries<Value>(node)).slice(Math.max(0, from - first), to - first)
    let position = first
    spans = nodes.flatMap(children).flatMap(([, [hash, size]]: Entry<Child>) => {
      const start = position
      position += size
      return position > from && start < to ? [{ hash, start }] : []
    })
  }
}

/** Every entry, in key order. */
export const entries = <Value>(store: NodeStore, root: Root<Value>): Promise<Entry<Value>[]> =>
  slice(store, root, 0, Number.POSITIVE_INFINITY)

/** The positions of the keys that begin with `prefix`. */
export async function span(store: NodeStore, root: Root<unknown>, prefix: string): Promise<[from: number, to: number]> {
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
  return [await rank(store, root, prefix), await rank(store, root, end)]
}

/** The entries whose keys begin with `prefix` (not empty), in order. */
export async function range<Value>(store: NodeStore, root: Root<Value>, prefix: string): Promise<Entry<Value>[]> {
  const [from, to] = await span(store, root, prefix)
  return slice(store, root, from, to)
}
