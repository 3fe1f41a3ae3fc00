import { z } from 'zod'

/** Messages of the stream that are about the stream itself; no service owns them. */
export const heartbeatType = 'kit.heartbeat.v1'
export const resyncBegunType = 'kit.resync-begun.v1'
export const resyncEndedType = 'kit.resync-ended.v1'

/** Marks around an owner's repeated states. */
export const ResyncMark = z.object({ owner: z.string(), run: z.string() })
export type ResyncMark = z.infer<typeof ResyncMark>

/**
 * Kept beside the position, by owner: the run that this service waits for, the run that is between its marks, and what
 * could not be read.
 */
export const ResyncState = z.object({
  wanted: z.record(z.string(), z.string()).default({}),
  active: z.record(z.string(), z.string()).default({}),
  unread: z.record(z.string(), z.string()).default({}),
})
export type ResyncState = z.infer<typeof ResyncState>
