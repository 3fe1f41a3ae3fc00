import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

/** A path relative to the site's address, without wildcard or query. */
export const SiteRedirectSource = z
  .string()
  .max(512)
  .regex(
    /^\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*$/,
    'must be a path such as /old/page, with letters other than A-Z percent-encoded',
  )

export const SiteRedirectDestination = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('site-section'), siteSectionId: Id }),
    z.strictObject({ kind: z.literal('site-space'), siteSpaceId: Id }),
    z.strictObject({ kind: z.literal('site-page'), siteSpaceId: Id, pageId: Id }),
    z.strictObject({ kind: z.literal('external'), url: Url }),
  ])
  .meta({ id: 'SiteRedirectDestination' })
export type SiteRedirectDestination = z.infer<typeof SiteRedirectDestination>

/** A redirect from a path of a site (docs/interface.md#redirects-of-a-site). */
export const SiteRedirect = z
  .strictObject({
    object: z.literal('site-redirect'),
    id: Id,
    source: z.string(),
    destination: SiteRedirectDestination,
    draft: z.boolean(),
    captureWildcard: z.boolean(),
    permanent: z.boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp.optional(),
  })
  .meta({ id: 'SiteRedirect' })
export type SiteRedirect = z.infer<typeof SiteRedirect>

export const CreateSiteRedirect = z.object({
  source: SiteRedirectSource,
  destination: SiteRedirectDestination,
  draft: z.boolean().default(false),
  permanent: z.boolean().default(false),
})

/** Absent fields stay unchanged. */
export const UpdateSiteRedirect = z.object({
  source: SiteRedirectSource.optional(),
  destination: SiteRedirectDestination.optional(),
  draft: z.boolean().optional(),
  permanent: z.boolean().optional(),
})
