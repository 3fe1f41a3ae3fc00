import type { EventEnvelope } from '@quire/contracts'
import { z } from 'zod'
import { newId } from '../ids.ts'

/** Types of control messages, which are about the stream itself; no service owns them. */
export const heartbeatType = 'kit.heartbeat.v1'
export const resyncBegunType = 'kit.resync-begun.v1'
export const resyncEndedType = 'kit.resync-ended.v1'

/**
 * The data of a resync mark, which begins or ends the repetition of an owner's states, with the version of the events that
 * the owner publishes.
 */
export const ResyncMark = z.object({ owner: z.string(), run: z.string(), schema: z.number().int().optional() })
export type ResyncMark = z.infer<typeof ResyncMark>

/**
 * The state of resynchronisations, stored with the position, by owner: the run that this service waits for, the run that is
 * between its marks, and the event that could not be read. `isAnew` is true while a migration waits for all states, those
 * too that are known here, from owners of this version.
 */
export const ResyncState = z.object({
  wanted: z.record(z.string(), z.string()).default({}),
  active: z.record(z.string(), z.string()).default({}),
  unread: z.record(z.string(), z.string()).default({}),
  isAnew: z.boolean().default(false),
})
export type ResyncState = z.infer<typeof ResyncState>

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
