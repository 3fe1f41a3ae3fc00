import type { Entry } from './nodes.ts'

/** Index of the first entry for which `test` holds, where it holds for all that follow; the length if for none. */
export function firstWhere(entries: readonly Entry<unknown>[], test: (key: string) => boolean): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry && test(entry[0])) high = middle
    else low = middle + 1
  }
  return low
}

export const firstAtLeast = (entries: readonly Entry<unknown>[], key: string) =>
  firstWhere(entries, (candidate) => candidate >= key)

export const firstAfter = (entries: readonly Entry<unknown>[], key: string) =>
  firstWhere(entries, (candidate) => candidate > key)

export const byKey = (one: Entry<unknown>, other: Entry<unknown>) =>
  one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0
