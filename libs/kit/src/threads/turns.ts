/**
 * Waits for a turn of this thread. Work that would block the event loop for long does a slice of some milliseconds in
 * each turn. One slice runs between two rounds of the event loop, so everything else goes on meanwhile.
 * @param groups who the work is for, outermost first: the groups take turns, and within each of them the inner ones
 */
export type TakeTurn = (groups: readonly string[]) => Promise<void>

interface Branch {
  /** Callers that wait in this group itself. */
  own: (() => void)[]
  inner: Map<string, Branch>
}

/** Creates the turns of a thread. The first who asks in a round of the event loop goes on at once. */
export function createTurns(schedule: (next: () => void) => void = setImmediate): TakeTurn {
  const waiting: Branch = { own: [], inner: new Map() }
  let isTaken = false

  function next() {
    const go = takeFrom(waiting)
    isTaken = go !== undefined
    if (!go) return
    schedule(next)
    go()
  }

  return (groups) => {
    if (isTaken) return new Promise((resolve) => branchOf(waiting, groups).own.push(resolve))
    isTaken = true
    schedule(next)
    return Promise.resolve()
  }
}

/** The turns of this process: it has one event loop. */
export const takeTurn: TakeTurn = createTurns()

function branchOf(root: Branch, groups: readonly string[]): Branch {
  let branch = root
  for (const group of groups) {
    const known = branch.inner.get(group)
    const inner = known ?? { own: [], inner: new Map() }
    if (!known) branch.inner.set(group, inner)
    branch = inner
  }
  return branch
}

/** Takes the next one out of the group whose turn it is; the group goes to the end of the queue. */
function takeFrom(branch: Branch): (() => void) | undefined {
  const own = branch.own.shift()
  if (own) return own
  const [first] = branch.inner
  if (!first) return undefined
  const [group, inner] = first
  branch.inner.delete(group)
  const found = takeFrom(inner)
  if (inner.own.length > 0 || inner.inner.size > 0) branch.inner.set(group, inner)
  return found
}
