/** Time in which a deleted space or collection can be restored; afterwards it is purged (docs/interface.md#spaces). */
const retentionMs = 7 * 24 * 3600_000

/** The moment before which deleted spaces and collections can no longer be restored. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionMs)
