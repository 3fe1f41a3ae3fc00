import { z } from 'zod'
import { Id, siteVisibilities, Timestamp } from '../shared/primitives.ts'
import { SiteAds } from './ads.ts'
import { SiteHostname } from './custom-hostnames.ts'
import { Favicon } from './customization-values.ts'
import { looksLikeShareKey } from './published.ts'

const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
export const SiteType = z.enum(siteTypes).meta({ id: 'SiteType' })
const SiteVisibility = z.enum(siteVisibilities).meta({ id: 'SiteVisibility' })
export const SiteTitle = z.string().min(2).max(128)
const Basename = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/, 'may hold lower-case letters, digits and inner hyphens')
  .refine((name) => !looksLikeShareKey(name), 'must not look like the key of a share link')

/** A host and path at which a customer's own proxy serves the site. */
const SiteProxyOrigin = z
  .string()
  .max(512)
  .regex(/^(?:[\w-]+\.)+[a-zA-Z]{2,}(?:\/[\w-]+)+$/, 'must be a hostname and a path, such as example.com/docs')

/** See docs/interface.md#roles. */
export const SitePermissions = z
  .strictObject({
    view: z.boolean(),
    /** True for members; a visitor only views. */
    access: z.boolean(),
    edit: z.boolean(),
    create: z.boolean(),
    admin: z.boolean(),
    installIntegration: z.boolean(),
    viewAdaptiveSchema: z.boolean(),
    editAdaptiveSchema: z.boolean(),
  })
  .meta({ id: 'SitePermissions' })
export type SitePermissions = z.infer<typeof SitePermissions>

/** See docs/interface.md#sites. */
export const Site = z
  .strictObject({
    object: z.literal('site'),
    id: Id,
    type: SiteType,
    /** The type in effect: no plan restricts a site. */
    appliedType: SiteType,
    title: z.string(),
    /** The site's favicon, if one is set. */
    icon: Favicon.optional(),
    /** The hostname, verified or not. */
    hostname: z.string().optional(),
    basename: z.string().optional(),
    proxy: z.strictObject({ origin: z.string(), target: z.string() }).optional(),
    visibility: SiteVisibility,
    /** Roles on a site follow from the role in the organization. */
    defaultLevel: z.literal('inherit'),
    permissions: SitePermissions,
    published: z.boolean(),
    siteSpaces: z.number().int(),
    createdAt: Timestamp,
    adaptiveContent: z.strictObject({ enabled: z.boolean() }).optional(),
    agentsContext: z.enum(['included', 'excluded']),
    /** Absent for visitors. */
    ads: SiteAds.optional(),
    features: z.array(z.never()),
    urls: z.strictObject({
      location: z.string(),
      app: z.string(),
      /** The operation that makes an address at which a browser shows the preview. */
      preview: z.string(),
      published: z.string().optional(),
    }),
  })
  .meta({ id: 'Site' })
export type Site = z.infer<typeof Site>

export const CreateSite = z.object({
  type: SiteType.optional(),
  title: SiteTitle.optional(),
  visibility: SiteVisibility.optional(),
  /** Spaces to add, or the content of a space that is created with the site; `new` is `empty`. */
  spaces: z.union([z.array(Id).max(100), z.enum(['empty', 'sample', 'new'])]).optional(),
})

export const UpdateSite = z.object({
  title: SiteTitle.optional(),
  visibility: SiteVisibility.optional(),
  basename: Basename.optional(),
  hostname: SiteHostname.nullable().optional(),
  agentsContext: z.enum(['included', 'excluded']).optional(),
  adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
  defaultSiteSpace: Id.optional(),
  defaultSiteSection: Id.optional(),
  proxy: SiteProxyOrigin.nullable().optional(),
})
