import { type ZodType, z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { SiteSectionGroup } from './section-groups.ts'
import { SiteSection } from './sections.ts'
import { SiteSpace } from './site-spaces.ts'

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
