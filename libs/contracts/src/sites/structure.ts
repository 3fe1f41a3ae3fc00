import { type ZodType, z } from 'zod'
import { Space } from '../content/spaces.ts'
import { Id } from '../shared/primitives.ts'

/** Whatever is on a site is live as soon as the site is published. */
const NoDraft = z.literal(false)

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
    draft: NoDraft,
    condition: z.string().optional(),
    hasAdvancedCustomizationFeature: z.boolean(),
    urls: z.strictObject({ published: z.string().optional() }),
  })
  .meta({ id: 'SiteSpace' })
export type SiteSpace = z.infer<typeof SiteSpace>

export const AddSpaceToSite = z.object({ spaceId: Id, sectionId: Id.optional() })

const ownFiles = new Set(['-', 'robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt'])

/** True if a site has no addresses of its own at a segment, which a section or space of that path would hide. */
const isFree = (segment: string) => !ownFiles.has(segment) && !segment.startsWith('~')

const reserved =
  'must have no part that is "-" or a file such as robots.txt, or begins with "~": sites have addresses of their own there'

/** The space's part of the address; `.` and `..` would lead elsewhere. */
const SiteSpacePath = z
  .string()
  .normalize()
  .max(100)
  .regex(/^[^/.][^/]*(?:\/[^/.][^/]*)*$/, 'must have text between its slashes, which may not begin with a dot')
  .refine((path) => path.split('/').every(isFree), reserved)

/** What is on a site is live as soon as the site is. */
export const DuplicateSiteSpace = z.object({
  draft: z
    .boolean()
    .refine((isDraft) => !isDraft, 'must be false: what is on a site is never a draft')
    .optional(),
})

/** Absent fields stay unchanged; a null condition removes the condition. */
export const UpdateSiteSpace = z.object({
  path: SiteSpacePath.optional(),
  condition: z.string().max(1024).nullable().optional(),
  spaceId: Id.optional(),
})

const SectionTitle = z.string().min(2).max(128)
const StructureIcon = z.string().max(50)

/** One segment of an address; `.` and `..` would lead elsewhere. */
const SectionPath = z
  .string()
  .normalize()
  .max(100)
  .regex(/^[^/.][^/]*$/, 'must be text without slashes that does not begin with a dot')
  .refine(isFree, reserved)

/** See docs/interface.md#sections. */
export const SiteSection = z
  .strictObject({
    object: z.literal('site-section'),
    id: Id,
    title: z.string(),
    description: z.string().optional(),
    default: z.boolean(),
    draft: NoDraft,
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

const GroupTitle = z.string().min(1).max(100)

/** See docs/interface.md#section-groups. */
export const SiteSectionGroup = z
  .strictObject({
    object: z.literal('site-section-group'),
    id: Id,
    title: z.string(),
    draft: NoDraft,
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

/** Bounds the structure of a site (docs/interface.md#structure), which is always read whole. */
export const maxOnSite = { siteSpaces: 1000, sections: 200, groups: 100, groupDepth: 5 } as const

/** See docs/interface.md#structure. */
export const SiteStructure = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('siteSpaces'), structure: z.array(SiteSpace) }),
    z.strictObject({ type: z.literal('sections'), structure: z.array(z.union([SiteSection, SiteSectionGroup])) }),
  ])
  .meta({ id: 'SiteStructure' })

export const SiteStructureItem = z.union([SiteSpace, SiteSection, SiteSectionGroup]).meta({ id: 'SiteStructureItem' })

const itemKinds = ['site-space', 'site-section', 'site-section-group'] as const
export type SiteItemKind = (typeof itemKinds)[number]

const SiteStructureItemPointer = z.object({ type: z.enum(itemKinds), id: Id }).meta({ id: 'SiteStructureItemPointer' })
const SiteSpacePointer = z.object({ type: z.literal('site-space'), siteSpace: Id })
const SiteSectionPointer = z.object({ type: z.literal('site-section'), siteSection: Id })
const SiteSectionGroupPointer = z.object({ type: z.enum(['site-section', 'site-section-group']), id: Id })

/** A position directly before or after a neighbour; without one, after all others. */
const positionBy = <Pointer extends ZodType>(pointer: Pointer) =>
  z
    .object({ before: pointer.optional(), after: pointer.optional() })
    .refine(({ before, after }) => before === undefined || after === undefined, 'give `before` or `after`, not both')

export const MoveSiteSpace = z.object({ position: positionBy(SiteSpacePointer).optional() })
export const MoveSiteSection = z.object({ position: positionBy(SiteSectionPointer).optional() })
export const MoveSiteSectionGroup = z.object({ position: positionBy(SiteSectionGroupPointer).optional() })
export const SortSiteStructure = z.object({
  item: SiteStructureItemPointer,
  position: positionBy(SiteStructureItemPointer).optional(),
})
