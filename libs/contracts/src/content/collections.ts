import { z } from 'zod'
import { DefaultLevel, Id } from '../shared/primitives.ts'
import { ContentTitle } from './spaces.ts'

/** See docs/interface.md#collections. */
export const Collection = z
  .strictObject({
    object: z.literal('collection'),
    id: Id,
    title: z.string(),
    description: z.string().optional(),
    organization: Id,
    parent: Id.optional(),
    defaultLevel: DefaultLevel,
    urls: z.strictObject({ location: z.string(), app: z.string() }),
    permissions: z.strictObject({
      view: z.boolean(),
      admin: z.boolean(),
      viewInviteLinks: z.boolean(),
      create: z.boolean(),
    }),
  })
  .meta({ id: 'Collection' })
export type Collection = z.infer<typeof Collection>

export const CreateCollection = z.object({ title: ContentTitle.optional(), parent: Id.optional() })
export const UpdateCollection = z.object({
  title: ContentTitle.optional(),
  description: z.string().max(100).nullable().optional(),
  defaultLevel: DefaultLevel.optional(),
})
