import { unavailable } from '@quire/kit'

interface GateOptions {
  /** How many may be inside. */
  most: number
  /** How long one waits at most. */
  waitMs: number
}

interface Waiting {
  group: string
  enter(): void
}

/** Does work when there is room for it; 503 where that takes too long. */
export type Gate = <Result>(group: string, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>

/**
 * Bounds how much of something is under way at once. Who waits goes in in the order of coming, but one group never
 * has all places: where there are several, it leaves one to the others.
 */
export function createGate({ most, waitMs }: GateOptions): Gate {
  const inside = new Map<string, number>()
  const queue: Waiting[] = []
  const mostOfGroup = Math.max(1, most - 1)
  const count = () => [...inside.values()].reduce((sum, one) => sum + one, 0)

  function letIn(): void {
    for (const one of [...queue]) {
      const ofGroup = inside.get(one.group) ?? 0
      if (count() >= most) return
      if (ofGroup >= mostOfGroup) continue
      inside.set(one.group, ofGroup + 1)
      queue.splice(queue.indexOf(one), 1)
      one.enter()
    }
  }

  function leave(group: string): void {
    const left = (inside.get(group) ?? 1) - 1
    if (left > 0) inside.set(group, left)
    else inside.delete(group)
    letIn()
  }

  async function wait(group: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { group, enter: resolve }
    const giveUp = (reason: unknown) => {
      if (queue.includes(one)) queue.splice(queue.indexOf(one), 1)
      reject(reason)
    }
    const timer = setTimeout(() => giveUp(unavailable('Many imports are under way: try again.', 10)), waitMs)
    const aborted = () => giveUp(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    queue.push(one)
    letIn()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    }
  }

  return async (group, signal, work) => {
    signal.throwIfAborted()
    await wait(group, signal)
    try {
      return await work()
    } finally {
      leave(group)
    }
  }
}
