import type { View } from '../view/view.ts'

/** Which views threads may have, by numbers; it keeps no view alive. */
export function createKeptViews() {
  const ids = new WeakMap<View, number>()
  const forgotten = new WeakSet<View>()
  const kept = new Set<number>()
  let last = 0
  return {
    /** The number of a view that is about to be handed over. */
    idOf(view: View): number {
      const id = ids.get(view) ?? ++last
      ids.set(view, id)
      // A search that waited may be about a view that nobody keeps any more.
      if (!forgotten.has(view)) kept.add(id)
      return id
    },
    forget(view: View): void {
      forgotten.add(view)
      kept.delete(ids.get(view) ?? 0)
    },
    kept: (): number[] => [...kept],
  }
}
