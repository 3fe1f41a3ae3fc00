import { unavailable } from '../refusals.ts'

/** Lets a bounded number do their work at once. */
export interface Gate {
  /** Does `work` once there is room; throws 503 where that takes too long, or `signal` aborts first. */
  through<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

/** `most` inside at once, the others waiting in line, each `waitMs` at most (undefined: for ever). */
export function createGate(most: number, waitMs: number | undefined): Gate {
  const line = new Set<() => void>()
  let inside = 0

  function enter(signal: AbortSignal): Promise<void> {
    if (inside < most) {
      inside += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const pass = () => {
        leaveLine()
        resolve()
      }
      const refuse = () => {
        leaveLine()
        reject(unavailable('Too many changes are under way: try again.'))
      }
      const leaveLine = () => {
        line.delete(pass)
        clearTimeout(patience)
        signal.removeEventListener('abort', refuse)
      }
      const patience = waitMs && setTimeout(refuse, waitMs)
      signal.addEventListener('abort', refuse, { once: true })
      line.add(pass)
    })
  }

  /** Whoever waits longest takes the place over. */
  function exit() {
    const [next] = line
    if (next) next()
    else inside -= 1
  }

  return {
    async through(signal, work) {
      await enter(signal)
      try {
        return await work()
      } finally {
        exit()
      }
    },
  }
}
