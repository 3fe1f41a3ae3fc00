import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { SiteSection, StructureIcon } from './sections.ts'

const GroupTitle = z.string().min(1).max(100)

/** See docs/interface.md#section-groups. */
export const SiteSectionGroup = z
  .strictObject({
    object: z.literal('site-section-group'),
    id: Id,
    title: z.string(),
    icon: z.string().optional(),
    sectionGroup: Id.optional(),
    /** The sections among `children`. */
    sections: z.array(SiteSection),
    get children() {
      return z.array(z.union([SiteSection, SiteSectionGroup]))
    },
  })
  .meta({ id: 'SiteSectionGroup' })
export type SiteSectionGroup = z.infer<typeof SiteSectionGroup>

export const AddSectionGroupToSite = z.object({
  title: GroupTitle,
  icon: StructureIcon.nullable().optional(),
  sections: z.array(Id).max(100).optional(),
  parent: Id.optional(),
})

/** Absent fields stay unchanged; a null icon removes the icon. */
export const UpdateSiteSectionGroup = z.object({
  title: GroupTitle.optional(),
  icon: StructureIcon.nullable().optional(),
})

export const AddSectionToGroup = z.object({ sectionId: Id })
