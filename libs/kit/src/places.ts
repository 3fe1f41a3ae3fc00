import type { Refusal } from './refusals.ts'

/** Gives a place back; a second call does nothing. */
export type Leave = () => void

/** Hands out places, a bounded number to each holder. */
export interface Places {
  /**
   * Resolves with a place as soon as the holder has one left. Rejects with the refusal when the patience ends, when the
   * signal aborts, or at once where too many wait already. `gone` is called for its signal only where there is a wait.
   */
  take(holder: string, gone: () => AbortSignal): Promise<Leave>
  /** How many places a holder has. */
  held(holder: string): number
}

interface WaitingLine {
  held: number
  waiting: Set<() => void>
}

interface Terms {
  /** Places of each holder. */
  most: number
  /** How many may wait for them; any number where absent. */
  mostWaiting?: number
  /** How long one waits at most; as long as its signal lets it where undefined. */
  patienceMs: number | undefined
  refusal: () => Refusal
}

/** Holders never wait for each other, and each is served in the order of coming. */
export function createPlaces({ most, mostWaiting = Number.POSITIVE_INFINITY, patienceMs, refusal }: Terms): Places {
  const lines = new Map<string, WaitingLine>()

  function leaving(holder: string, line: WaitingLine): Leave {
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      const [next] = line.waiting
      if (next) return next()
      line.held -= 1
      if (line.held === 0) lines.delete(holder)
    }
  }

  function wait(holder: string, line: WaitingLine, signal: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(patience)
        signal.removeEventListener('abort', give)
        line.waiting.delete(go)
      }
      const go = () => {
        end()
        resolve(leaving(holder, line))
      }
      const give = () => {
        end()
        reject(refusal())
      }
      const patience = patienceMs === undefined ? undefined : setTimeout(give, patienceMs)
      signal.addEventListener('abort', give, { once: true })
      line.waiting.add(go)
    })
  }

  return {
    held: (holder) => lines.get(holder)?.held ?? 0,
    async take(holder, gone) {
      const known = lines.get(holder)
      const line = known ?? { held: 0, waiting: new Set() }
      if (!known) lines.set(holder, line)
      if (line.held >= most) {
        const signal = gone()
        if (signal.aborted || line.waiting.size >= mostWaiting) throw refusal()
        return wait(holder, line, signal)
      }
      line.held += 1
      return leaving(holder, line)
    },
  }
}
