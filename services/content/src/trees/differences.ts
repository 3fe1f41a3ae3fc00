import type { Change } from './diff.ts'
import { children, type Entry, leafEntries, type Root, sameValue, type TreeNode } from './nodes.ts'
import type { NodeStore } from './store.ts'

/** A node that is not opened yet. Its keys lie behind `start`; `end` is the last one where that is known. */
interface Stretch {
  hash: string
  start: string
  end: string | undefined
}

/** Changed keys in order; nothing else differs up to `until`, or at all where that is undefined. */
interface Differences<Value> {
  changes: Entry<Change<Value>>[]
  until: string | undefined
}

/** Nodes of a level that are compared at a time, on each side. */
const width = 8

/**
 * What differs between two maps behind a key, as `diff` tells it, a part at a time and in key order. A caller that has
 * enough stops, and goes on later behind the last key that it took. A part costs a few loads, wherever it lies and
 * however much lies before and after it.
 */
export async function* differences<Value>(
  store: NodeStore,
  before: Root<Value>,
  after: Root<Value>,
  behind = '',
): AsyncGenerator<Differences<Value>> {
  for (let from: string | undefined = behind; from !== undefined; ) {
    const part: Differences<Value> = await nextPart(store, [before, after], from)
    yield part
    from = part.until
  }
}

async function nextPart<Value>(
  store: NodeStore,
  roots: readonly [before: Root<Value>, after: Root<Value>],
  behind: string,
): Promise<Differences<Value>> {
  let [left, right] = unshared([whole(roots[0])], [whole(roots[1])])
  let until: string | undefined
  for (;;) {
    const nodes = new Map((await store.load([...left, ...right].map(({ hash }) => hash))).map((one) => [one.hash, one]))
    const top = Math.max(0, ...[...nodes.values()].map(({ level }) => level))
    if (top === 0) return { changes: changesIn(keysOf(left, nodes), keysOf(right, nodes)), until }
    ;[left, right] = unshared(opened(left, nodes, top, behind), opened(right, nodes, top, behind))
    until = least([until, left[width - 1]?.end, right[width - 1]?.end])
    ;[left, right] = [upTo(left, until), upTo(right, until)]
  }

  function keysOf(side: Stretch[], nodes: Map<string, TreeNode>): Map<string, Value> {
    const all = side.flatMap(({ hash }) => {
      const node = nodes.get(hash)
      return node ? leafEntries<Value>(node) : []
    })
    return new Map(all.filter(([key]) => key > behind && (until === undefined || key <= until)))
  }
}

const whole = (hash: string): Stretch => ({ hash, start: '', end: undefined })

/** Equal nodes hold equal keys and values: they are never opened. */
function unshared(left: Stretch[], right: Stretch[]): [left: Stretch[], right: Stretch[]] {
  const [ofLeft, ofRight] = [left, right].map((side) => new Set(side.map(({ hash }) => hash)))
  return [left.filter(({ hash }) => !ofRight?.has(hash)), right.filter(({ hash }) => !ofLeft?.has(hash))]
}

/** The nodes of `level` replaced by those of their children that hold keys behind `behind`. */
function opened(side: Stretch[], nodes: Map<string, TreeNode>, level: number, behind: string): Stretch[] {
  return side.flatMap((stretch) => {
    const node = nodes.get(stretch.hash)
    if (node?.level !== level) return [stretch]
    const below = children(node).map(([end, [hash]], at) => ({
      hash,
      start: children(node)[at - 1]?.[0] ?? stretch.start,
      end,
    }))
    return below.filter(({ end }) => end > behind)
  })
}

const least = (keys: (string | undefined)[]): string | undefined =>
  keys
    .filter((key) => key !== undefined)
    .reduce<string | undefined>((one, other) => (one === undefined || other < one ? other : one), undefined)

const upTo = (side: Stretch[], until: string | undefined) =>
  until === undefined ? side : side.filter(({ start }) => start < until)

function changesIn<Value>(left: Map<string, Value>, right: Map<string, Value>): Entry<Change<Value>>[] {
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort()
  return keys.flatMap((key): Entry<Change<Value>>[] => {
    const [before, after] = [left.get(key), right.get(key)]
    return sameValue(before, after) ? [] : [[key, { before, after }]]
  })
}
