/** Waits until one more request of the caller may go on. */
type FairScheduler = (caller: string) => Promise<void>

/**
 * Lets `maxPerTurn` requests of each caller go on in one turn of the event loop, the others in the next ones. Without it
 * a caller with hundreds of connections makes each turn as long as all its requests take. A request of another caller
 * waits for several turns: its connection is accepted in one, read in the next and answered in a third.
 */
export function createFairScheduler(
  maxPerTurn: number,
  schedule: (next: () => void) => void = setImmediate,
): FairScheduler {
  const started = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  function next() {
    started.clear()
    for (const [caller, queue] of waiting) {
      const first = queue.splice(0, maxPerTurn)
      started.set(caller, first.length)
      if (queue.length === 0) waiting.delete(caller)
      for (const go of first) go()
    }
    if (started.size > 0) schedule(next)
  }

  return (caller) => {
    if (started.size === 0) schedule(next)
    const count = started.get(caller) ?? 0
    started.set(caller, count + 1)
    if (count < maxPerTurn) return Promise.resolve()
    return new Promise((resolve) => {
      const queue = waiting.get(caller)
      if (queue) queue.push(resolve)
      else waiting.set(caller, [resolve])
    })
  }
}
