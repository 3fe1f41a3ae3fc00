export function selectPages<Page extends { space: string }>(
  ranked: readonly Page[],
  { from, to, ofSpace }: PageSelection,
) {
  if (ofSpace === undefined) return ranked.slice(from, to)
  const spaces = [...Map.groupBy(ranked, ({ space }) => space).values()]
  return spaces.slice(from, to).flatMap((pages) => pages.slice(0, ofSpace))
}

/** Selects the ranked pages that are returned. Plain data, since it may go to another thread or engine. */
export interface PageSelection {
  /** The first position in the ranking, and the one after the last; with `ofSpace`, positions of spaces. */
  from: number
  to: number
  /** Number of pages of each space; the spaces are in the order of their best page. */
  ofSpace?: number
}

/**
 * Returns the `count` best of many items, the best first; `compare` is below 0 if the first one is better. The selected
 * items are a heap with the worst on top, so that most of the others cost one comparison.
 */
export function selectBest(
  items: ArrayLike<number>,
  count: number,
  compare: (one: number, other: number) => number,
): number[] {
  const heap = Array.from({ length: Math.min(count, items.length) }, (_, at) => items[at] ?? 0)
  if (items.length <= count) return heap.sort(compare)
  for (let at = (count >>> 1) - 1; at >= 0; at--) sink(heap, at, compare)
  for (let index = count; index < items.length; index++) {
    const item = items[index] ?? 0
    if (heap.length === 0 || compare(item, heap[0] ?? 0) >= 0) continue
    heap[0] = item
    sink(heap, 0, compare)
  }
  return heap.sort(compare)
}

function sink(heap: number[], from: number, compare: (one: number, other: number) => number): void {
  const item = heap[from] ?? 0
  let at = from
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && compare(heap[child] ?? 0, heap[child + 1] ?? 0) < 0) child++
    if (compare(item, heap[child] ?? 0) >= 0) break
    heap[at] = heap[child] ?? 0
    at = child
  }
  heap[at] = item
}
