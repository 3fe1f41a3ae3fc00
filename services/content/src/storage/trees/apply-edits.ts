import { hash } from 'node:crypto'
import { yieldEvery } from '../yield-every.ts'
import { byKey, firstAfter, firstAtLeast } from './binary-search.ts'
import {
  type Child,
  children,
  type Entry,
  emptyNode,
  loadOne,
  makeNode,
  type NewNode,
  type NodeStore,
  overlay,
  pick,
  type Root,
  rootOf,
  sizeOf,
  type TreeNode,
} from './tree-nodes.ts'
import { descend } from './tree-reads.ts'

/** A node found by key. `last` is true if no node of its level follows. */
interface NodePosition {
  node: TreeNode
  last: boolean
}

/** The nodes of one tree that an edit visits, each loaded once. */
interface Paths {
  top: TreeNode
  seen: ReadonlyMap<string, TreeNode>
  /** The node of `level` where `key` belongs. */
  find(level: number, key: string): Promise<NodePosition>
  /** The node of `level` after the one that ends with `key`. */
  next(level: number, key: string): Promise<NodePosition | undefined>
}

/** On average one key in this many ends a node. Small, because a change rewrites every node that it touches. */
const meanNodeEntries = 32

/**
 * Upper bound on the entries of a node. The count starts again at each node, so this cut also depends on content alone.
 */
const maxNodeEntries = 128

/** Nodes written between two turns of the event loop. Each takes 0.1 to 0.2 ms. */
const nodesPerTurn = 50

/** A key's new value; undefined removes the key. */
type Edit<Value> = readonly [key: string, value: Value | undefined]

/** A map after edits. `nodes` holds all of its new nodes, and only new ones. */
interface EditedMap<Value> {
  root: Root<Value>
  nodes: NewNode[]
}

/**
 * Applies `edits` to a map. Rewrites only the nodes that the edits touch and their ancestors. The root of the result
 * depends on its content alone, never on the order of the edits.
 */
export async function applyEdits<Value>(
  store: NodeStore,
  root: Root<Value>,
  edits: ReadonlyMap<string, Value | undefined>,
): Promise<EditedMap<Value>> {
  if (edits.size === 0) return { root, nodes: [] }
  const paths = await openPaths(store, root, [...edits.keys()])
  const fresh = new Map<string, NewNode>()
  const add = (level: number, entries: Entry<unknown>[]): Entry<Child> => {
    const node = makeNode(level, entries)
    if (!paths.seen.has(node.hash)) fresh.set(node.hash, node)
    return [entries.at(-1)?.[0] ?? '', [node.hash, sizeOf(node)]]
  }

  let changes: Edit<unknown>[] = [...edits].sort(byKey)
  for (let level = 0; level <= paths.top.level; level++) changes = await rewrite(paths, level, changes, add)

  const tops = changes.filter((change): change is Entry<Child> => change[1] !== undefined)
  const top = await lowestRoot(overlay(store, fresh), buildInnerNodes(paths.top.level + 1, tops, add))
  return { root: rootOf<Value>(top), nodes: [...fresh.values()] }
}

type AddNode = (level: number, entries: Entry<unknown>[]) => Entry<Child>

/** Applies edits to one level of the tree and returns the resulting edits of the level above. */
async function rewrite(paths: Paths, level: number, edits: Edit<unknown>[], add: AddNode): Promise<Edit<Child>[]> {
  const above = new Map<string, Child | undefined>()
  let at = 0
  const turn = yieldEvery(nodesPerTurn)
  const close = (entries: Entry<unknown>[]) => {
    above.set(...add(level, entries))
    return turn()
  }

  for (let edit = edits[at]; edit; edit = edits[at]) {
    let position: NodePosition | undefined = await paths.find(level, edit[0])
    let open: Entry<unknown>[] = []
    // A node that lost its last key continues into the next node, until a key ends it again.
    while (position) {
      const end = position.node.entries.at(-1)?.[0]
      if (end !== undefined) above.set(end, undefined)
      const from = at
      while (at < edits.length && (position.last || (edits[at]?.[0] ?? '') <= (end ?? ''))) at++
      for (const entry of merged(position.node.entries, edits.slice(from, at))) {
        open.push(entry)
        if (!endsNode(level, entry[0], open.length)) continue
        await close(open)
        open = []
      }
      if (open.length === 0 || position.last || end === undefined) break
      position = await paths.next(level, end)
    }
    if (open.length > 0) await close(open)
  }
  return [...above].sort(byKey)
}

function merged(entries: readonly Entry<unknown>[], edits: Edit<unknown>[]): Entry<unknown>[] {
  const values = new Map<string, unknown>([...entries, ...edits])
  return [...values].filter((entry) => entry[1] !== undefined).sort(byKey)
}

/** Builds inner nodes until one node holds everything. */
function buildInnerNodes(level: number, refs: Entry<Child>[], add: AddNode): string {
  let [above, nodes] = [level, refs]
  while (nodes.length > 1) {
    nodes = splitIntoNodes(above, nodes).map((entries) => add(above, entries))
    above++
  }
  return nodes[0]?.[1][0] ?? emptyNode.hash
}

/** Returns the lowestRoot node that holds everything; skips inner nodes with a single child. */
async function lowestRoot(store: NodeStore, top: string): Promise<TreeNode> {
  let node = await loadOne(store, top)
  while (node.level > 0) {
    const [only, second] = children(node)
    if (!only || second) break
    node = await loadOne(store, only[1][0])
  }
  return node
}

/**
 * True if a node of `level` ends with its `length`th entry, `key`. The key decides, not the history of the map: the
 * same content always has the same nodes, and an edit moves only the boundaries near it.
 */
function endsNode(level: number, key: string, length: number): boolean {
  return length === maxNodeEntries || digestByte(key, level) < 256 / meanNodeEntries
}

/** Uses a different byte for each level, so that a key that ends a leaf is no likelier to end its parent. */
function digestByte(key: string, level: number): number {
  const digest = hash('sha256', key, 'buffer')
  return digest[level % digest.length] ?? 0
}

/** Splits the entries of a level into nodes. The first entry must begin a node. */
function splitIntoNodes<Value>(level: number, entries: readonly Entry<Value>[]): Entry<Value>[][] {
  const chunks: Entry<Value>[][] = []
  let open: Entry<Value>[] = []
  for (const entry of entries) {
    open.push(entry)
    if (!endsNode(level, entry[0], open.length)) continue
    chunks.push(open)
    open = []
  }
  if (open.length > 0) chunks.push(open)
  return chunks
}

/** Loads the paths from the root to the leaves where `keys` belong: one load per level, however many keys. */
async function openPaths(store: NodeStore, root: string, keys: readonly string[]): Promise<Paths> {
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
