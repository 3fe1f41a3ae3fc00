/** How long what was deleted can be restored; after that it is removed for good (interface 4.9). */
const retentionMs = 7 * 24 * 3600_000

/** Whatever was deleted before this moment is beyond restoring. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionMs)
