/** An entry of a list or tree whose order people change. */
export interface SortableItem {
  id: string
  title: string
  children?: readonly SortableItem[]
}

/** The place that an entry is moved to: beside another one, or to the end of what lies inside it. */
export interface Move {
  item: string
  target: string
  where: 'before' | 'after' | 'inside'
}

/** The moves of an entry by one step, as far as they are possible. */
export interface Steps {
  up?: Move
  down?: Move
  /** Into the nearest neighbour that takes the entry, the one above first. */
  into?: Move
  /** Out of what the entry lies in, to the place behind it. */
  out?: Move
}

/** Returns the entry with an id, and the entries from the top down to it; undefined if the tree has no such entry. */
export function pathTo(items: readonly SortableItem[], id: string): SortableItem[] | undefined {
  for (const item of items) {
    if (item.id === id) return [item]
    const below = pathTo(item.children ?? [], id)
    if (below) return [item, ...below]
  }
  return undefined
}

/** True if a move is of one of these entries, and leads to another place than below the entry itself. */
export function isPossible(items: readonly SortableItem[], { item, target }: Move): boolean {
  const [moved, path] = [pathTo(items, item), pathTo(items, target)]
  return moved !== undefined && path !== undefined && !path.some(({ id }) => id === item)
}

/** Returns the moves into every entry that `mayMove` allows, but for the entry that the moved one lies in already. */
export function movesInto(items: readonly SortableItem[], id: string, mayMove: (move: Move) => boolean): Move[] {
  const parent = pathTo(items, id)?.at(-2)?.id
  const targets = (list: readonly SortableItem[]): string[] =>
    list.flatMap((one) => [one.id, ...targets(one.children ?? [])])
  return targets(items)
    .filter((target) => target !== parent)
    .map((target) => ({ item: id, target, where: 'inside' as const }))
    .filter(mayMove)
}

/** Returns the moves by one step that `mayMove` allows. */
export function stepsOf(items: readonly SortableItem[], id: string, mayMove: (move: Move) => boolean): Steps {
  const path = pathTo(items, id)
  if (!path) return {}
  const parent = path.at(-2)
  const siblings = parent?.children ?? items
  const at = siblings.findIndex((one) => one.id === id)
  const allowed = (where: Move['where'], ...targets: (SortableItem | undefined)[]) =>
    targets
      .flatMap((target): Move[] => (target ? [{ item: id, target: target.id, where }] : []))
      .find((move) => mayMove(move))
  const nearest = [...siblings.slice(0, at).toReversed(), ...siblings.slice(at + 1)]
  const steps = {
    up: allowed('before', siblings[at - 1]),
    down: allowed('after', siblings[at + 1]),
    into: allowed('inside', ...nearest),
    out: allowed('after', parent),
  }
  return Object.fromEntries(Object.entries(steps).filter(([, move]) => move !== undefined))
}
