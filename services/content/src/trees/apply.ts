import { inTurns } from '../turns.ts'
import { chunked, closes } from './chunks.ts'
import {
  type Child,
  children,
  type Entry,
  emptyNode,
  makeNode,
  type NewNode,
  type Root,
  rootOf,
  sizeOf,
  type TreeNode,
} from './nodes.ts'
import { openPaths, type Paths, type Place } from './paths.ts'
import { byKey } from './search.ts'
import { loadOne, type NodeStore, overlay } from './store.ts'

/** Nodes that are written between two turns of the event loop: each takes a tenth of a millisecond or two. */
const nodesPerTurn = 50

/** A key's new value; undefined removes the key. */
type Edit<Value> = readonly [key: string, value: Value | undefined]

/** A map after edits; `nodes` are new, and all that are new in it are among them. */
interface EditedMap<Value> {
  root: Root<Value>
  nodes: NewNode[]
}

/**
 * The map with `edits` applied. Rewrites only the nodes the edits touch, and the branches above; the result's root
 * depends on its content alone, never on how it came about.
 */
export async function apply<Value>(
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
  const top = await lowest(overlay(store, fresh), grow(paths.top.level + 1, tops, add))
  return { root: rootOf<Value>(top), nodes: [...fresh.values()] }
}

type AddNode = (level: number, entries: Entry<unknown>[]) => Entry<Child>

/** Applies edits to one level of the tree; answers the edits that follow for the level above. */
async function rewrite(paths: Paths, level: number, edits: Edit<unknown>[], add: AddNode): Promise<Edit<Child>[]> {
  const above = new Map<string, Child | undefined>()
  let at = 0
  const turn = inTurns(nodesPerTurn)
  const close = (entries: Entry<unknown>[]) => {
    above.set(...add(level, entries))
    return turn()
  }

  for (let edit = edits[at]; edit; edit = edits[at]) {
    let place: Place | undefined = await paths.find(level, edit[0])
    let open: Entry<unknown>[] = []
    // A node that lost its last key goes on into the next node, until a key ends it again.
    while (place) {
      const end = place.node.entries.at(-1)?.[0]
      if (end !== undefined) above.set(end, undefined)
      const from = at
      while (at < edits.length && (place.last || (edits[at]?.[0] ?? '') <= (end ?? ''))) at++
      for (const entry of merged(place.node.entries, edits.slice(from, at))) {
        open.push(entry)
        if (!closes(level, entry[0], open.length)) continue
        await close(open)
        open = []
      }
      if (open.length === 0 || place.last || end === undefined) break
      place = await paths.next(level, end)
    }
    if (open.length > 0) await close(open)
  }
  return [...above].sort(byKey)
}

function merged(entries: readonly Entry<unknown>[], edits: Edit<unknown>[]): Entry<unknown>[] {
  const values = new Map<string, unknown>([...entries, ...edits])
  return [...values].filter((entry) => entry[1] !== undefined).sort(byKey)
}

/** Builds branches until one node holds everything. */
function grow(level: number, refs: Entry<Child>[], add: AddNode): string {
  let [above, nodes] = [level, refs]
  while (nodes.length > 1) {
    nodes = chunked(above, nodes).map((entries) => add(above, entries))
    above++
  }
  return nodes[0]?.[1][0] ?? emptyNode.hash
}

/** The lowest node that holds everything: a branch with one child says nothing. */
async function lowest(store: NodeStore, top: string): Promise<TreeNode> {
  let node = await loadOne(store, top)
  while (node.level > 0) {
    const [only, second] = children(node)
    if (!only || second) break
    node = await loadOne(store, only[1][0])
  }
  return node
}
