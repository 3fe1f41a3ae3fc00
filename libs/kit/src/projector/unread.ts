import type { EventEnvelope } from '@quire/contracts'
import { newId } from '../ids.ts'
import type { ResyncState } from './control.ts'

/** An event about access that was passed over, and why. */
export interface UnreadEvent {
  envelope: EventEnvelope
  error: unknown
}

/**
 * Says in `resync`, which is stored with the position, that an event about access was passed over: its owner's states are
 * wanted again, and until they came nobody is fresh. A repetition that is under way no longer counts as whole.
 */
export function wantAgain(resync: ResyncState, owner: string, { type, key }: EventEnvelope): void {
  // One that is wanted and has not begun will bring what this event told.
  if (!resync.wanted[owner] || resync.active[owner]) resync.wanted[owner] = newId()
  delete resync.active[owner]
  resync.unread[owner] = `${type} of ${key}`
}
