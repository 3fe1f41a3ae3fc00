import type { EventEnvelope } from '@quire/contracts'
import { newId } from '../ids.ts'
import type { ResyncState } from './control.ts'

/** An event that could not be applied, with its error. */
export interface UnreadableEvent {
  envelope: EventEnvelope
  error: unknown
}

/**
 * Notes in `resync`, which is stored with the position, that an event about access was skipped. Its owner has to repeat
 * its states, and nothing is fresh before. A repetition in progress no longer counts as complete.
 */
export function requireResync(resync: ResyncState, owner: string, { type, key }: EventEnvelope): void {
  // A repetition that has not begun yet will include the state of this event.
  if (!resync.wanted[owner] || resync.active[owner]) resync.wanted[owner] = newId()
  delete resync.active[owner]
  resync.unread[owner] = `${type} of ${key}`
}
