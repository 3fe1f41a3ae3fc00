import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { failOnUncaughtError } from '../uncaught-errors.ts'
import type { ClaimedRow, Claims } from './row-claims.ts'

interface ClaimedWork<Row extends ClaimedRow> {
  name: string
  claims: Claims<Row>
  /** The number of rows that this process works on at the same time. */
  concurrency: number
  /**
   * Time after which a row no longer counts among them, so that slow work delays others for a bounded time. At most as
   * many rows again are worked on beside those.
   */
  placeMs?: number
  /** The interval between looks for waiting rows; `wake` looks at once. */
  everyMs?: number
  /** The interval at which a claim is renewed while its work lasts: well within its lease. */
  renewEveryMs?: number
  log: Logger
  /** Ends the row: after it the row no longer waits. Aborted if the service stops or another process took the row. */
  work: (row: Row, signal: AbortSignal) => Promise<void>
}

const maxBackoffSeconds = 300

/**
 * Works on rows that wait, as long as the service runs. A row has one process at a time; if that is killed, another one
 * takes the row when its lease has expired. Work that throws is tried again with backoff: `work` itself has to end a row
 * that was tried too often.
 */
export function startClaimedWork<Row extends ClaimedRow>({
  name,
  claims,
  concurrency,
  placeMs,
  everyMs = 5000,
  renewEveryMs = 5000,
  log,
  work,
}: ClaimedWork<Row>): Loop {
  const stopping = new AbortController()
  const underWay = new Map<Promise<void>, Row>()
  /** Rows that count no longer. */
  const overdue = new Set<Row>()

  async function perform(row: Row): Promise<void> {
    const lost = new AbortController()
    const renewal = setInterval(() => {
      // An outage is no reason to stop: the lease may outlast it, and every write of the work depends on the claim.
      claims.renew(row).then(
        (isMine) => isMine || lost.abort(),
        () => undefined,
      )
    }, renewEveryMs)
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const place = placeMs === undefined ? undefined : setTimeout(leave, placeMs, row)
    try {
      await failOnUncaughtError(signal, (until) => work(row, until))
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, id: row.id, attempts: row.attempts }, `${name} failed`)
      await (stopping.signal.aborted ? claims.undo(row) : claims.release(row, backoffSeconds(row)))
    } finally {
      clearInterval(renewal)
      clearTimeout(place)
      overdue.delete(row)
    }
  }

  function leave(row: Row) {
    overdue.add(row)
    loop.wake()
  }

  const hasRoom = () => underWay.size < concurrency + Math.min(overdue.size, concurrency)

  const loop = startLoop({ name, everyMs, log }, async (signal) => {
    while (hasRoom() && !signal.aborted) {
      const row = await claims.take([...underWay.values()])
      if (!row) return
      // `take` may have returned a row that this process released a moment ago, because it stops.
      if (signal.aborted) return claims.undo(row)
      const one = perform(row)
        .catch((error: unknown) => log.debug({ err: error, id: row.id }, `${name}: its lease has to run out`))
        .finally(() => {
          underWay.delete(one)
          loop.wake()
        })
      underWay.set(one, row)
    }
  })

  return {
    wake: loop.wake,
    async stop() {
      stopping.abort()
      await loop.stop()
      await Promise.all(underWay.keys())
    },
  }
}

const backoffSeconds = ({ attempts }: ClaimedRow) => Math.min(2 ** attempts, maxBackoffSeconds)
