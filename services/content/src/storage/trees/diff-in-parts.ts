import { type Change, changesIn } from './diff.ts'
import { children, type Entry, leafEntries, type NodeStore, type Root, type TreeNode } from './tree-nodes.ts'

/** A node that is not loaded yet. Its keys come after `start`; `end` is its last key, if known. */
interface NodeRange {
  hash: string
  start: string
  end: string | undefined
}

/** Changed keys in order, complete up to `until`, or to the end of the maps if `until` is undefined. */
interface DiffPart<Value> {
  changes: Entry<Change<Value>>[]
  until: string | undefined
}

/** Nodes of a level compared at a time, per side. */
const nodesPerSide = 8

/**
 * Yields the result of `diff` after a key in parts, in key order. A caller may stop at any time and continue later
 * after the last key that it processed. A part costs a few loads, whatever its position and whatever the size of the
 * maps.
 */
export async function* diffInParts<Value>(
  store: NodeStore,
  before: Root<Value>,
  after: Root<Value>,
  afterKey = '',
): AsyncGenerator<DiffPart<Value>> {
  for (let from: string | undefined = afterKey; from !== undefined; ) {
    const part: DiffPart<Value> = await nextPart(store, [before, after], from)
    yield part
    from = part.until
  }
}

async function nextPart<Value>(
  store: NodeStore,
  roots: readonly [before: Root<Value>, after: Root<Value>],
  afterKey: string,
): Promise<DiffPart<Value>> {
  let [left, right] = unshared([whole(roots[0])], [whole(roots[1])])
  let until: string | undefined
  for (;;) {
    const nodes = new Map((await store.load([...left, ...right].map(({ hash }) => hash))).map((one) => [one.hash, one]))
    const top = Math.max(0, ...[...nodes.values()].map(({ level }) => level))
    if (top === 0) return { changes: [...(await changesIn(keysOf(left, nodes), keysOf(right, nodes)))], until }
    ;[left, right] = unshared(opened(left, nodes, top, afterKey), opened(right, nodes, top, afterKey))
    until = least([until, left[nodesPerSide - 1]?.end, right[nodesPerSide - 1]?.end])
    ;[left, right] = [upTo(left, until), upTo(right, until)]
  }

  function keysOf(side: NodeRange[], nodes: Map<string, TreeNode>): Map<string, Value> {
    const all = side.flatMap(({ hash }) => {
      const node = nodes.get(hash)
      return node ? leafEntries<Value>(node) : []
    })
    return new Map(all.filter(([key]) => key > afterKey && (until === undefined || key <= until)))
  }
}

const whole = (hash: string): NodeRange => ({ hash, start: '', end: undefined })

/** Leaves out equal nodes, which hold equal keys and values. */
function unshared(left: NodeRange[], right: NodeRange[]): [left: NodeRange[], right: NodeRange[]] {
  const [ofLeft, ofRight] = [left, right].map((side) => new Set(side.map(({ hash }) => hash)))
  return [left.filter(({ hash }) => !ofRight?.has(hash)), right.filter(({ hash }) => !ofLeft?.has(hash))]
}

/** Replaces the nodes of `level` by those of their children that hold keys after `after`. */
function opened(side: NodeRange[], nodes: Map<string, TreeNode>, level: number, afterKey: string): NodeRange[] {
  return side.flatMap((range) => {
    const node = nodes.get(range.hash)
    if (node?.level !== level) return [range]
    const below = children(node).map(([end, [hash]], at) => ({
      hash,
      start: children(node)[at - 1]?.[0] ?? range.start,
      end,
    }))
    return below.filter(({ end }) => end > afterKey)
  })
}

const least = (keys: (string | undefined)[]): string | undefined =>
  keys
    .filter((key) => key !== undefined)
    .reduce<string | undefined>((one, other) => (one === undefined || other < one ? other : one), undefined)

const upTo = (side: NodeRange[], until: string | undefined) =>
  until === undefined ? side : side.filter(({ start }) => start < until)
