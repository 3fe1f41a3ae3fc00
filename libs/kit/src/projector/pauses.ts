import type { Position } from '../bus/position.ts'
import { type Positions, silentMs } from '../bus/positions.ts'
import { unavailable } from '../refusals.ts'

/** Knows whether others may have gone on without this process: it was stopped or hung, or its service had no leader. */
export interface Pauses {
  /**
   * Resolves at once, except after such a time: then once this service has applied everything that was in the stream
   * afterwards. Throws 503 if that takes too long.
   */
  caughtUp(): Promise<void>
  stop(): void
}

interface Applied {
  service: string
  positions: Pick<Positions, 'reached'>
  /** True if the service's database has a position at or past this one. */
  isStored: (position: Position) => Promise<boolean>
}

/**
 * Resolves with true once a service has applied `position`, with false after `timeoutMs`. An announcement may have been
 * missed, so the stored position counts too.
 */
export const isApplied = async ({ service, positions, isStored }: Applied, position: Position, timeoutMs: number) =>
  (await isStored(position)) || (await positions.reached(service, position, timeoutMs)) || isStored(position)

interface PausesDeps extends Applied {
  positions: Pick<Positions, 'onAbsence' | 'reached'>
  /** The end of the stream at this moment; undefined if the bus does not answer. */
  streamEnd: () => Promise<Position | undefined>
  /** True if the database takes writes, so that events can be applied. */
  canWrite: () => Promise<boolean>
  steadyMs?: () => number
}

const beatEveryMs = 400
/** Beats that are further apart are those of a pause; well below the time after which others go on without this process. */
const pauseMs = 0.7 * silentMs
const catchUpMs = 2000

/**
 * A change of access waits for each service, but for a second only, because a service that is away decides nothing. A
 * process that was paused for longer, or whose service had no leader, goes on with requests before it reads what it has
 * missed; it must not decide by what it knew before. Without the bus, or while its database takes no writes, it decides by
 * the age of its knowledge, as always.
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
  let doubts = 0
  let settled = 0
  let catchingUp: Promise<boolean> | undefined

  function look() {
    const now = steadyMs()
    if (now - beat > pauseMs) doubts += 1
    beat = now
  }

  /** Resolves with false if nothing can be applied now: then the age of what is known decides. */
  async function catchUp() {
    const known = doubts
    if (!(await canWrite())) return false
    const end = await streamEnd()
    if (!end) return false
    if (!(await isApplied({ service, positions, isStored }, end, catchUpMs)))
      throw unavailable(
        'The service has not caught up with changes of access yet, after it was stopped or cut off for a moment.',
      )
    settled = known
    return true
  }

  positions.onAbsence(() => {
    doubts += 1
  })
  const timer = setInterval(look, beatEveryMs).unref()
  return {
    async caughtUp() {
      look()
      // A doubt that arises while the end of the stream is read may be about events beyond that end.
      while (settled < doubts) {
        catchingUp ??= catchUp().finally(() => {
          catchingUp = undefined
        })
        if (!(await catchingUp)) return
      }
    },
    stop: () => clearInterval(timer),
  }
}
