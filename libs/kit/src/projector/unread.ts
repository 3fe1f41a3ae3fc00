import type { EventEnvelope } from '@quire/contracts'
import { newId } from '../ids.ts'
import type { ResyncState } from './control.ts'

/** An event about access that was passed over, and why. */
export interface UnreadEvent {
  envelope: EventEnvelope
  error: unknown
}

/**
 * Notes in `resync`, which is stored with the position, that an event about access was passed over. Its owner's states
 * are wanted again, and nothing is fresh until they have come. A repetition under way no longer counts as whole.
 */
export function wantAgain(resync: ResyncState, owner: string, { type, key }: EventEnvelope): void {
  // A repetition that has not begun yet will include what this event told.
  if (!resync.wanted[owner] || resync.active[owner]) resync.wanted[owner] = newId()
  delete resync.active[owner]
  resync.unread[owner] = `${type} of ${key}`
}
