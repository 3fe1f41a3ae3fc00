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

/** The page at a path of a space, in place of its id. */
const RedirectToPath = z.object({ kind: z.literal('path'), spaceId: Id, path: z.string().max(2048) })

/** A source of the published interface, where it may end in a wildcard; one with a wildcard is the error of its redirect. */
const BulkSource = z
  .string()
  .max(512)
  .regex(
    /^\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/?\*)?$/,
    'must be a path such as /old/page',
  )

/** Redirects to create, change, delete (with a destination that is null) or publish, each by its source. */
export const BulkSiteRedirects = z.object({
  redirects: z
    .array(
      z.union([
        z.object({ source: BulkSource, intent: z.literal('publish') }),
        z.object({
          source: BulkSource,
          intent: z.enum(['live', 'draft']).default('live'),
          captureWildcard: z.boolean().default(false),
          permanent: z.boolean().optional(),
          destination: z.union([SiteRedirectDestination, RedirectToPath]).nullable(),
        }),
      ]),
    )
    .min(1)
    .max(500),
})
export type BulkSiteRedirect = z.output<typeof BulkSiteRedirects>['redirects'][number]

const result = { source: z.string(), draft: z.boolean() }

/** The results of the redirects, in their order. */
export const BulkSiteRedirectResults = z.strictObject({
  results: z.array(
    z.discriminatedUnion('status', [
      z.strictObject({ status: z.enum(['created', 'updated', 'published']), ...result, id: Id }),
      z.strictObject({ status: z.literal('deleted'), ...result }),
      z.strictObject({ status: z.literal('error'), ...result, error: z.string() }),
    ]),
  ),
})
export type BulkSiteRedirectResult = z.output<typeof BulkSiteRedirectResults>['results'][number]
