import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** Bounds the length of an address to resolve. */
const maxUrlLength = 4096
/** Bounds a visitor's token, and the claims without a token, in characters of JSON. */
const maxVisitorTokenLength = 8192

export const PublishedUrl = z.url({ protocol: /^https?$/ }).max(maxUrlLength)

export const SiteVisitorPayload = z.object({
  /** A person or a program; the answer is the same. */
  type: z.enum(['human', 'agent']).optional(),
  jwtToken: z.string().max(maxVisitorTokenLength).optional(),
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
  visitorAuthToken: z.string().max(maxVisitorTokenLength).optional(),
  redirectOnError: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
})

const PublishedContentRedirect = z.strictObject({
  target: z.enum(['content', 'external']),
  redirect: z.string(),
  /** Present for a redirect to an external address. */
  site: Id.optional(),
})

/** The target of an address, with a token that reads it (docs/interface.md#resolving-an-address). */
export const PublishedSiteContent = z
  .strictObject({
    site: Id,
    siteSection: Id.optional(),
    siteSpace: Id,
    space: Id,
    /** The part of the address that names the page, without slashes around it; empty for the first page. */
    pathname: z.string(),
    /** The part of the path before `pathname`, with slashes around it. */
    basePath: z.string(),
    /** The part of `basePath` that names the site. */
    siteBasePath: z.string(),
    apiToken: z.string(),
    organization: Id,
    shareKey: z.string().optional(),
    /** False if a longer address could name another section or variant. */
    complete: z.boolean(),
    /** Identifies the visitor's claims; absent without claims. */
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

/**
 * Returns the address of a space or a section of a site. `site` is the site's own address, `address` the part after it,
 * which is empty for the site's first section (docs/adr/0021).
 */
export function siteSpaceAddress(site: string, address: string): string {
  return address === '' ? site : `${site}/${address.split('/').map(encodeURIComponent).join('/')}`
}

const keyForm = /^[0-9a-f]{32}$/

/** True if a text has the form of a share link's key, which no basename may have (docs/interface.md#share-links). */
export const looksLikeShareKey = (text: string): boolean => keyForm.test(text)

/**
 * Returns the address of a site for visitors with a share link. Under the public address the key replaces the name,
 * because renderers parse four segments of a path: `/sites/<key>/<section>/<variant>`. At the site's own host the key comes
 * first.
 */
export function shareAddress(site: string, { key, publicUrl }: { key: string; publicUrl: string }): string {
  const all = `${publicUrl}/sites/`
  return site.startsWith(all) ? `${all}${key}` : `${site}/${key}`
}
