import type { View } from '../view/view.ts'

/** Ids of the views that threads may have cached. Does not keep a view in memory. */
export function createViewIds() {
  const ids = new WeakMap<View, number>()
  const released = new WeakSet<View>()
  const cached = new Set<number>()
  let last = 0
  return {
    /** Returns the id of a view that is about to be sent to a thread. */
    idOf(view: View): number {
      const id = ids.get(view) ?? ++last
      ids.set(view, id)
      // A search that waited may use a view that has been evicted meanwhile.
      if (!released.has(view)) cached.add(id)
      return id
    },
    release(view: View): void {
      released.add(view)
      cached.delete(ids.get(view) ?? 0)
    },
    cached: (): number[] => [...cached],
  }
}
