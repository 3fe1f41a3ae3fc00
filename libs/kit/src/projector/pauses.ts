import type { Position, Positions } from '../bus/positions.ts'
import { unavailable } from '../refusals.ts'

/** Knows whether this process was stopped, or hung, for so long that others did not wait for it. */
export interface Pauses {
  /**
   * Resolves at once, except after a pause: then once this service has applied everything that was in the stream
   * afterwards. Throws 503 if that takes too long.
   */
  caughtUp(): Promise<void>
  stop(): void
}

interface PausesDeps {
  service: string
  positions: Pick<Positions, 'reached' | 'trouble'>
  /** The end of the stream at this moment; undefined if the bus does not answer. */
  streamEnd: () => Promise<Position | undefined>
  /** True if the database takes writes, so that events can be applied. */
  canWrite: () => Promise<boolean>
  /** Reads the service's position from its database. */
  isStored: (position: Position) => Promise<boolean>
  steadyMs?: () => number
}

/** A change that takes rights away is answered after so long although a service has not applied it. */
const waitedForMs = 1000
const beatEveryMs = 1000
/** A beat may be late by this much without a pause. */
const lateMs = 100
const catchUpMs = 2000

/**
 * A change of access waits for each service, but for a second only, because a service that is away decides nothing. A
 * process that was paused for longer goes on with requests before it reads what it has missed; it must not decide by what
 * it knew before. Without the bus, or while its database takes no writes, it decides by the age of its knowledge, as always.
 */
export function watchPauses({
  service,
  positions,
  streamEnd,
  canWrite,
  isStored,
  steadyMs = () => performance.now(),
}: PausesDeps): Pauses {
  let beat = steadyMs()
  let inDoubt = false
  let catchingUp: Promise<void> | undefined

  function look() {
    const now = steadyMs()
    if (now - beat > Math.max(waitedForMs, beatEveryMs) + lateMs) inDoubt = true
    beat = now
  }

  async function catchUp() {
    if (positions.trouble(service) !== undefined || !(await canWrite())) return
    const end = await streamEnd()
    if (end && !(await isStored(end)) && !(await positions.reached(service, end, catchUpMs)) && !(await isStored(end)))
      throw unavailable('The service was stopped for a moment and has not caught up with changes of access yet.')
    inDoubt = false
  }

  const timer = setInterval(look, beatEveryMs).unref()
  return {
    async caughtUp() {
      look()
      if (!inDoubt) return
      catchingUp ??= catchUp().finally(() => {
        catchingUp = undefined
      })
      await catchingUp
    },
    stop: () => clearInterval(timer),
  }
}
