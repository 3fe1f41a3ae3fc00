import type { ProjectorDeps } from './batch.ts'
import type { ResyncState } from './control.ts'
import type { StoredPosition } from './stored-position.ts'

/** Announces the position of the leader, and the resyncs that it still waits for. */
export interface Progress {
  /** Call it after each commit. */
  moved(position: StoredPosition): void
  /** Ends the lead of this process: the next leader requests the runs that are still wanted. */
  ended(): void
  /** Runs that this service requests of others. */
  wanted(): Record<string, string>
}

/** `request` is called when a run of another service is wanted. */
export function createProgress(
  { metrics, positions }: Pick<ProjectorDeps, 'metrics' | 'positions'>,
  request: () => void,
): Progress {
  let current: StoredPosition | undefined

  function announce({ stream, sequence, resync }: StoredPosition) {
    const trouble = troubleOf(resync)
    positions.announce({ stream, sequence, ...(trouble && { trouble, lacks: Object.keys(resync.wanted) }) })
  }

  return {
    moved(position) {
      current = position
      metrics.position.set(position.sequence)
      announce(position)
      if (Object.keys(position.resync.wanted).length > 0) request()
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
