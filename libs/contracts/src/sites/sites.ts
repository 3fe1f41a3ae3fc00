import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { siteVisibilities } from '../shared/site-visibilities.ts'

const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
export const SiteType = z.enum(siteTypes).meta({ id: 'SiteType' })
const SiteVisibility = z.enum(siteVisibilities).meta({ id: 'SiteVisibility' })
const SiteTitle = z.string().min(2).max(128)
const Basename = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/, 'may hold lower-case letters, digits and inner hyphens')

/** See docs/interface.md#sites. */
export const Site = z
  .strictObject({
    object: z.literal('site'),
    id: Id,
    type: SiteType,
    title: z.string(),
    basename: z.string().optional(),
    visibility: SiteVisibility,
    published: z.boolean(),
    siteSpaces: z.number().int(),
    createdAt: Timestamp,
    adaptiveContent: z.strictObject({ enabled: z.boolean() }).optional(),
    agentsContext: z.enum(['included', 'excluded']),
    features: z.array(z.never()),
    urls: z.strictObject({ location: z.string(), app: z.string(), published: z.string().optional() }),
  })
  .meta({ id: 'Site' })
export type Site = z.infer<typeof Site>

export const CreateSite = z.object({
  type: SiteType.optional(),
  title: SiteTitle.optional(),
  visibility: SiteVisibility.optional(),
  /** Spaces to add, or `new` for one that is created with the site. */
  spaces: z.union([z.array(Id).max(100), z.literal('new')]).optional(),
})

export const UpdateSite = z.object({
  title: SiteTitle.optional(),
  visibility: SiteVisibility.optional(),
  basename: Basename.optional(),
  agentsContext: z.enum(['included', 'excluded']).optional(),
  adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
  defaultSiteSpace: Id.optional(),
})
