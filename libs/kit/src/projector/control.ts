import { z } from 'zod'

/** Types of control messages, which are about the stream itself; no service owns them. */
export const heartbeatType = 'kit.heartbeat.v1'
export const resyncBegunType = 'kit.resync-begun.v1'
export const resyncEndedType = 'kit.resync-ended.v1'

/** The data of a resync mark, which begins or ends the repetition of an owner's states. */
export const ResyncMark = z.object({ owner: z.string(), run: z.string() })
export type ResyncMark = z.infer<typeof ResyncMark>

/**
 * The state of resynchronisations, stored with the position, by owner: the run that this service waits for, the run that is
 * between its marks, and the event that could not be read.
 */
export const ResyncState = z.object({
  wanted: z.record(z.string(), z.string()).default({}),
  active: z.record(z.string(), z.string()).default({}),
  unread: z.record(z.string(), z.string()).default({}),
})
export type ResyncState = z.infer<typeof ResyncState>
