import type { ServerResponse } from 'node:http'
import type { Refusal } from '@quire/kit/edge'

/** Gives a place back; a second call does nothing. */
export type Leave = () => void

/** Hands out places, a bounded number to each holder. */
export interface Places {
  /**
   * Resolves with a place as soon as the holder has one left; rejects with `refusal` after `patienceMs`, or at once where
   * four times as many wait already. Who has `gone` meanwhile waits no longer.
   */
  take(holder: string, response: ServerResponse): Promise<Leave>
  /** How many places a holder has. */
  held(holder: string): number
}

interface Line {
  held: number
  waiting: Set<() => void>
}

interface Terms {
  most: number
  patienceMs: number
  refusal: () => Refusal
}

/** Holders never wait for each other, and each is served in the order of coming. */
export function createPlaces({ most, patienceMs, refusal }: Terms): Places {
  const lines = new Map<string, Line>()

  function leaving(holder: string, line: Line): Leave {
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

  function wait(holder: string, line: Line, response: ServerResponse): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(patience)
        response.off('close', give)
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
      const patience = setTimeout(give, patienceMs)
      response.once('close', give)
      line.waiting.add(go)
    })
  }

  return {
    held: (holder) => lines.get(holder)?.held ?? 0,
    async take(holder, response) {
      const known = lines.get(holder)
      const line = known ?? { held: 0, waiting: new Set() }
      if (!known) lines.set(holder, line)
      if (line.held >= most) {
        if (response.destroyed || line.waiting.size >= 4 * most) throw refusal()
        return wait(holder, line, response)
      }
      line.held += 1
      return leaving(holder, line)
    },
  }
}
