import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { ClaimedRow, Claims } from './claims.ts'

interface ClaimedWork<Row extends ClaimedRow> {
  name: string
  claims: Claims<Row>
  /** So many rows at most are worked on at once in this process. */
  atOnce: number
  /** How often waiting rows are looked for; `wake` looks at once. */
  everyMs?: number
  /** How often a claim is renewed while its work lasts: well within its lease. */
  renewEveryMs?: number
  log: Logger
  /** Ends the row: after it the row no longer waits. Aborted where the service stops or the row was taken away. */
  work: (row: Row, signal: AbortSignal) => Promise<void>
}

const longestPauseSeconds = 300

/**
 * Works on rows that wait, as long as the service runs. A row has one process at a time; where that is killed, another
 * one takes it when its lease has run out. Work that throws is tried again, each time after a longer pause: whoever
 * writes `work` ends a row that was tried too often.
 */
export function startClaimedWork<Row extends ClaimedRow>({
  name,
  claims,
  atOnce,
  everyMs = 5000,
  renewEveryMs = 5000,
  log,
  work,
}: ClaimedWork<Row>): Loop {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function perform(row: Row): Promise<void> {
    const lost = new AbortController()
    const renewal = setInterval(() => {
      // An outage is no reason to stop: the lease may outlast it, and what the work writes asks for the claim.
      claims.renew(row).then(
        (isMine) => isMine || lost.abort(),
        () => undefined,
      )
    }, renewEveryMs)
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    try {
      await work(row, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, id: row.id, attempts: row.attempts }, `${name} failed`)
      await (stopping.signal.aborted ? claims.undo(row) : claims.giveBack(row, pauseSeconds(row)))
    } finally {
      clearInterval(renewal)
    }
  }

  const loop = startLoop({ name, everyMs, log }, async (signal) => {
    while (underWay.size < atOnce && !signal.aborted) {
      const row = await claims.take()
      if (!row) return
      // The row may be one that this process gave back a moment ago, as it stops.
      if (signal.aborted) return claims.undo(row)
      const one = perform(row)
        .catch((error: unknown) => log.debug({ err: error, id: row.id }, `${name}: its lease has to run out`))
        .finally(() => {
          underWay.delete(one)
          loop.wake()
        })
      underWay.add(one)
    }
  })

  return {
    wake: loop.wake,
    async stop() {
      stopping.abort()
      await loop.stop()
      await Promise.all(underWay)
    },
  }
}

const pauseSeconds = ({ attempts }: ClaimedRow) => Math.min(2 ** attempts, longestPauseSeconds)
