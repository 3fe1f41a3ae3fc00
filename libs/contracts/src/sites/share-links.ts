import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'

const ShareLinkName = z.string().max(50)

/** A secret address at which a site with the visibility `share-link` is read (docs/interface.md#share-links). */
export const ShareLink = z
  .strictObject({
    object: z.literal('share-link'),
    id: Id,
    createdAt: Timestamp,
    name: z.string().optional(),
    active: z.boolean().optional(),
    /** Absent while the site is not published, or has another visibility. */
    urls: z.strictObject({ published: z.string().optional() }),
  })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof ShareLink>

export const CreateShareLink = z.object({ name: ShareLinkName })

/** Absent fields stay unchanged. */
export const UpdateShareLink = z.object({ name: ShareLinkName.optional(), active: z.boolean().optional() })

/** The `shareKey` of a query. */
export const ShareKey = z.string().max(512)
