import type { ResyncState } from './control.ts'
import type { StoredPosition } from './position.ts'
import type { ProjectorDeps } from './projector.ts'

/** Where the leader stands, as it tells everybody, and what it still waits for. */
export interface Progress {
  /** After each commit. */
  moved(position: StoredPosition): void
  /** This process no longer leads: the next leader asks for what is still wanted. */
  ended(): void
  /** Runs that other services are asked for. */
  wanted(): Record<string, string>
}

/** `ask` is called when something is wanted of another service. */
export function createProgress(
  { metrics, positions }: Pick<ProjectorDeps, 'metrics' | 'positions'>,
  ask: () => void,
): Progress {
  let current: StoredPosition | undefined

  function tell({ stream, sequence, resync }: StoredPosition) {
    const trouble = troubleOf(resync)
    positions.announce({ stream, sequence, ...(trouble && { trouble }) })
  }

  return {
    moved(position) {
      current = position
      metrics.position.set(position.sequence)
      tell(position)
      if (Object.keys(position.resync.wanted).length > 0) ask()
    },
    ended() {
      current = undefined
      positions.ended()
    },
    wanted: () => current?.resync.wanted ?? {},
  }
}

function troubleOf({ wanted, unread }: ResyncState): string | undefined {
  const owners = Object.keys(wanted)
  if (owners.length === 0) return undefined
  const events = Object.values(unread)
  const reason = events.length > 0 ? `: this version cannot read ${events.join(', ')}` : ''
  return `waiting for ${owners.join(', ')} to repeat its state${reason}`
}
