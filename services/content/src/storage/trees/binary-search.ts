import type { Entry } from './tree-nodes.ts'

/**
 * Returns the index of the first item that passes `test`, or the length if none does. All later items must pass too.
 */
export function firstIn<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && test(item)) high = middle
    else low = middle + 1
  }
  return low
}

export const firstAtLeast = (entries: readonly Entry<unknown>[], key: string) =>
  firstIn(entries, ([candidate]) => candidate >= key)

export const firstAfter = (entries: readonly Entry<unknown>[], key: string) =>
  firstIn(entries, ([candidate]) => candidate > key)

export const byKey = (one: Entry<unknown>, other: Entry<unknown>) =>
  one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0
