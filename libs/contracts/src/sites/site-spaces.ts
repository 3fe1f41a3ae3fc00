import { z } from 'zod'
import { Space } from '../content/spaces.ts'
import { Id } from '../shared/primitives.ts'

/** See docs/interface.md#site-spaces. */
export const SiteSpace = z
  .strictObject({
    object: z.literal('site-space'),
    id: Id,
    path: z.string(),
    section: Id.optional(),
    space: Space,
    title: z.string(),
    default: z.boolean(),
    condition: z.string().optional(),
    hasAdvancedCustomizationFeature: z.boolean(),
    urls: z.strictObject({ published: z.string().optional() }),
  })
  .meta({ id: 'SiteSpace' })
export type SiteSpace = z.infer<typeof SiteSpace>

export const AddSpaceToSite = z.object({ spaceId: Id, sectionId: Id.optional() })

/** The space's part of the address; `.` and `..` would lead elsewhere. */
const SiteSpacePath = z
  .string()
  .normalize()
  .max(100)
  .regex(/^[^/.][^/]*(?:\/[^/.][^/]*)*$/, 'must have text between its slashes, which may not begin with a dot')

/** Absent fields stay unchanged; a null condition removes the condition. */
export const UpdateSiteSpace = z.object({
  path: SiteSpacePath.optional(),
  condition: z.string().max(1024).nullable().optional(),
  spaceId: Id.optional(),
})
