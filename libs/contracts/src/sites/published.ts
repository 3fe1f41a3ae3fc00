import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** The longest address that is resolved. */
const longestUrl = 4096
/** The longest token of a visitor, and the most that they claim without one, in characters of JSON. */
const longestVisitorToken = 8192

const PublishedUrl = z.url({ protocol: /^https?$/ }).max(longestUrl)

export const SiteVisitorPayload = z.object({
  /** Whether a person or a program reads; the answer is the same. */
  type: z.enum(['human', 'agent']).optional(),
  jwtToken: z.string().max(longestVisitorToken).optional(),
  unsignedClaims: z.record(z.string().max(256), z.unknown()).optional(),
})
export type SiteVisitorPayload = z.infer<typeof SiteVisitorPayload>

export const ResolvePublishedUrl = z.object({
  url: PublishedUrl,
  redirectOnError: z.boolean().default(false),
  visitor: SiteVisitorPayload.optional(),
})

export const PublishedUrlQuery = z.object({
  url: PublishedUrl,
  visitorAuthToken: z.string().max(longestVisitorToken).optional(),
  redirectOnError: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
})

const PublishedContentRedirect = z.strictObject({
  target: z.enum(['content', 'external']),
  redirect: z.string(),
  /** Of a redirect to an address outside. */
  site: Id.optional(),
})

/** Where an address leads, with a token that reads it (docs/interface.md#resolving-an-address). */
export const PublishedSiteContent = z
  .strictObject({
    site: Id,
    siteSection: Id.optional(),
    siteSpace: Id,
    space: Id,
    /** What of the address names the page, without slashes around it; empty is the first page. */
    pathname: z.string(),
    /** The part of the address's path in front of that, with slashes around it. */
    basePath: z.string(),
    /** The part of it that names the site. */
    siteBasePath: z.string(),
    apiToken: z.string(),
    organization: Id,
    shareKey: z.string().optional(),
    /** False where a longer address could name another section or variant. */
    complete: z.boolean(),
    /** Changes with what the visitor claims; absent where they claim nothing. */
    contextId: z.string().optional(),
    canonicalUrl: z.string(),
    preview: z.boolean().optional(),
  })
  .meta({ id: 'PublishedSiteContent' })
export type PublishedSiteContent = z.infer<typeof PublishedSiteContent>

export const PublishedSiteContentLookup = z
  .union([PublishedContentRedirect, PublishedSiteContent])
  .meta({ id: 'PublishedSiteContentLookup' })
export type PublishedSiteContentLookup = z.infer<typeof PublishedSiteContentLookup>
