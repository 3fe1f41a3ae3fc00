/** How long what was deleted can be restored; after that it is removed for good (docs/interface.md#spaces). */
const retentionMs = 7 * 24 * 3600_000

/** Whatever was deleted before this moment is beyond restoring. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionMs)
