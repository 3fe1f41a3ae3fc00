/** Waits until one more request of the caller may go on. */
type Turn = (caller: string) => Promise<void>

/**
 * Lets `most` requests of each caller go on in one turn of the event loop, the others in the next ones. Without it a
 * caller with hundreds of connections makes each turn as long as all its requests take. A request of somebody else
 * waits for several turns: its connection is accepted in one, read in the next and answered in a third.
 */
export function createTurns(most: number, schedule: (next: () => void) => void = setImmediate): Turn {
  const gone = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  function next() {
    gone.clear()
    for (const [caller, line] of waiting) {
      const first = line.splice(0, most)
      gone.set(caller, first.length)
      if (line.length === 0) waiting.delete(caller)
      for (const go of first) go()
    }
    if (gone.size > 0) schedule(next)
  }

  return (caller) => {
    if (gone.size === 0) schedule(next)
    const count = gone.get(caller) ?? 0
    gone.set(caller, count + 1)
    if (count < most) return Promise.resolve()
    return new Promise((resolve) => {
      const line = waiting.get(caller)
      if (line) line.push(resolve)
      else waiting.set(caller, [resolve])
    })
  }
}
