import { yieldEvery } from '../yield-every.ts'
import { firstAtLeast, firstIn } from './binary-search.ts'
import {
  type Child,
  children,
  type Entry,
  leafEntries,
  loadOne,
  type NodeStore,
  type Root,
  sizeOf,
  type TreeNode,
} from './tree-nodes.ts'

/** Returns the value of a key, or undefined. The cost is the height of the tree. */
export async function get<Value>(store: NodeStore, root: Root<Value>, key: string): Promise<Value | undefined> {
  return (await getMany(store, root, [key])).get(key)
}

/** Returns the values of the existing keys; one load per level, however many keys. */
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
    (node, key) => [firstAtLeast(node.entries, key)],
    (leaf, reached) => {
      for (const key of reached) {
        const entry = leafEntries<Value>(leaf)[firstAtLeast(leaf.entries, key)]
        if (entry?.[0] === key) found.set(key, entry[1])
      }
    },
  )
  return found
}

/** Returns the number of keys of a map. Reads its root only. */
export async function size(store: NodeStore, root: Root<unknown>): Promise<number> {
  return sizeOf(await loadOne(store, root))
}

/** Returns the number of keys before `key`, which need not exist. */
export async function rank(store: NodeStore, root: Root<unknown>, key: string): Promise<number> {
  return (await ranks(store, root, [key])).get(key) ?? 0
}

/** Returns the number of keys before each of `keys`; one load per level, however many keys. */
export async function ranks(
  store: NodeStore,
  root: Root<unknown>,
  keys: Iterable<string>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const starts = new Map([[root as string, 0]])
  await descend(
    store,
    root,
    keys,
    (node, key) => {
      const at = Math.min(firstAtLeast(node.entries, key), node.entries.length - 1)
      let start = starts.get(node.hash) ?? 0
      for (const [, [, size]] of children(node).slice(0, at)) start += size
      starts.set(children(node)[at]?.[1][0] ?? '', start)
      return [at]
    },
    (leaf, reached) => {
      for (const key of reached) found.set(key, (starts.get(leaf.hash) ?? 0) + firstAtLeast(leaf.entries, key))
    },
  )
  return found
}

/** Returns the entries at positions `from` to `to` (excluded), in order; one load per level. */
export async function slice<Value>(
  store: NodeStore,
  root: Root<Value>,
  from: number,
  to: number,
): Promise<Entry<Value>[]> {
  return (await slices(store, root, [[from, to]]))[0] ?? []
}

type Span = readonly [from: number, to: number]

/** Returns several slices, in the order of `spans`; one load per level, however many. */
export async function slices<Value>(
  store: NodeStore,
  root: Root<Value>,
  spans: readonly Span[],
): Promise<Entry<Value>[][]> {
  const wanted = joinSpans(spans)
  let open = wanted.length > 0 ? [{ hash: root as string, start: 0 }] : []
  for (;;) {
    const nodes = await store.load(open.map(({ hash }) => hash))
    const level = nodes.map((node, at) => ({ node, start: open[at]?.start ?? 0 }))
    if ((nodes[0]?.level ?? 0) === 0) return spans.map((span) => cut<Value>(level, span))
    open = level.flatMap(({ node, start }) => {
      let end = start
      return children(node).flatMap(([, [hash, size]]: Entry<Child>) => {
        const begin = end
        end += size
        return overlapsAny(wanted, begin, end) ? [{ hash, start: begin }] : []
      })
    })
  }
}

/** Sorts the spans, joins those that touch, and drops empty ones. */
function joinSpans(spans: readonly Span[]): Span[] {
  const found: [number, number][] = []
  for (const [from, to] of spans.filter(([from, to]) => from < to).sort(([one], [other]) => one - other)) {
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

function overlapsAny(spans: readonly Span[], from: number, to: number): boolean {
  const next = spans[firstIn(spans, ([, end]) => end > from)]
  return next !== undefined && next[0] < to
}

function cut<Value>(leaves: readonly { node: TreeNode; start: number }[], [from, to]: Span): Entry<Value>[] {
  const found: Entry<Value>[] = []
  const first = firstIn(leaves, ({ node, start }) => start + node.entries.length > from)
  for (let at = first; ; at++) {
    const leaf = leaves[at]
    if (!leaf || leaf.start >= to) return found
    const entries = leafEntries<Value>(leaf.node)
    for (const entry of entries.slice(Math.max(0, from - leaf.start), to - leaf.start)) found.push(entry)
  }
}

/** Returns every entry, in key order. */
export const entries = <Value>(store: NodeStore, root: Root<Value>): Promise<Entry<Value>[]> =>
  slice(store, root, 0, Number.POSITIVE_INFINITY)

/** The first key after all keys that begin with `prefix` (not empty). */
const afterPrefix = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)

/** Returns the positions of the keys that begin with `prefix`. */
export async function span(store: NodeStore, root: Root<unknown>, prefix: string): Promise<[from: number, to: number]> {
  const [[from, to] = [0, 0]] = await spansOf(store, root, [prefix])
  return [from, to]
}

/** Returns the positions of the keys that begin with each of `prefixes`; one load per level, however many. */
export async function spansOf(store: NodeStore, root: Root<unknown>, prefixes: readonly string[]): Promise<Span[]> {
  const found = await ranks(
    store,
    root,
    prefixes.flatMap((prefix) => [prefix, afterPrefix(prefix)]),
  )
  return prefixes.map((prefix) => [found.get(prefix) ?? 0, found.get(afterPrefix(prefix)) ?? 0])
}

/** Returns the entries whose keys begin with `prefix` (not empty), in order. */
export async function range<Value>(store: NodeStore, root: Root<Value>, prefix: string): Promise<Entry<Value>[]> {
  return (await ranges(store, root, [prefix]))[0] ?? []
}

/** Returns several ranges, in the order of `prefixes`; two loads per level, however many. */
export async function ranges<Value>(
  store: NodeStore,
  root: Root<Value>,
  prefixes: readonly string[],
): Promise<Entry<Value>[][]> {
  return slices(store, root, await spansOf(store, root, prefixes))
}

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
  const all = [...new Set(keys)]
  let wanted = new Map(all.length > 0 ? [[root, all]] : [])
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
