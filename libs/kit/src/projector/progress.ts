import type { StoredPosition } from './position.ts'
import type { ProjectorDeps } from './projector.ts'

/** Where the leader stands, as it tells everybody, and what it still waits for. */
export interface Progress {
  /** After each commit. */
  moved(position: StoredPosition): void
  /** The message after `position` is about access and cannot be applied. */
  stuck(position: StoredPosition, reason: string): void
  /** Runs that other services are asked for. */
  wanted(): Record<string, string>
}

/** `ask` is called when something is wanted of another service. */
export function createProgress(
  { metrics, positions }: Pick<ProjectorDeps, 'metrics' | 'positions'>,
  ask: () => void,
): Progress {
  let current: StoredPosition | undefined
  let obstacle: string | undefined

  function tell({ stream, sequence, resync }: StoredPosition) {
    const owners = Object.keys(resync.wanted)
    const waiting = owners.length > 0 ? `waiting for ${owners.join(', ')} to repeat its state` : undefined
    const trouble = obstacle ?? waiting
    positions.announce({ stream, sequence, ...(trouble && { trouble }) })
  }

  return {
    moved(position) {
      // Trying the same message again is no progress.
      if (current?.stream !== position.stream || current.sequence !== position.sequence) obstacle = undefined
      current = position
      metrics.position.set(position.sequence)
      tell(position)
      if (Object.keys(position.resync.wanted).length > 0) ask()
    },
    stuck(position, reason) {
      current = position
      obstacle = reason
      tell(position)
    },
    wanted: () => current?.resync.wanted ?? {},
  }
}
