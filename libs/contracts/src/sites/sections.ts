import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { SiteSpace } from './site-spaces.ts'

const SectionTitle = z.string().min(2).max(128)
export const StructureIcon = z.string().max(50)

/** One segment of an address; `.` and `..` would lead elsewhere. */
const SectionPath = z
  .string()
  .normalize()
  .max(100)
  .regex(/^[^/.][^/]*$/, 'must be text without slashes that does not begin with a dot')

/** See docs/interface.md#sections. */
export const SiteSection = z
  .strictObject({
    object: z.literal('site-section'),
    id: Id,
    title: z.string(),
    description: z.string().optional(),
    default: z.boolean(),
    path: z.string(),
    condition: z.string().optional(),
    sectionGroup: Id.optional(),
    icon: z.string().optional(),
    siteSpaces: z.array(SiteSpace),
    urls: z.strictObject({ published: z.string().optional() }),
  })
  .meta({ id: 'SiteSection' })
export type SiteSection = z.infer<typeof SiteSection>

/** A null or absent title is replaced by that of the space. */
export const AddSectionToSite = z.object({
  spaceId: Id,
  title: SectionTitle.nullable().optional(),
  icon: StructureIcon.nullable().optional(),
})

/** Absent fields stay unchanged; null removes a value. */
export const UpdateSiteSection = z.object({
  title: SectionTitle.optional(),
  path: SectionPath.optional(),
  defaultSiteSpace: Id.optional(),
  condition: z.string().max(1024).nullable().optional(),
  icon: StructureIcon.nullable().optional(),
  description: z.string().max(256).nullable().optional(),
})
