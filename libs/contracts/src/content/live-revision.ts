import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'
import { GitSyncCommit } from './git.ts'

/** A revision that is or was live, with where it came from and without its content (docs/interface.md#revisions). */
export const LiveRevision = z
  .strictObject({
    object: z.literal('live-revision'),
    id: Id,
    kind: z.enum(['create', 'edits', 'import', 'merge']),
    createdAt: Timestamp,
    /** The person who made it or on whose behalf Quire did. */
    createdBy: User.optional(),
    /** The name of the author of the imported commit. */
    author: z.string().optional(),
    message: z.string().optional(),
    /** The change request whose merge it is. */
    changeRequest: z.strictObject({ id: Id, number: z.number().int(), subject: z.string() }).optional(),
    /** The commit that it was imported from or exported as. */
    git: GitSyncCommit.optional(),
  })
  .meta({ id: 'LiveRevision' })
export type LiveRevision = z.infer<typeof LiveRevision>
