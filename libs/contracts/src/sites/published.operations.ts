import { z } from 'zod'
import { anyone, servicesOnly } from '../access.ts'
import { operations } from '../operation.ts'
import { JwkSet } from '../shared/jwk.ts'
import { PublishedSiteContentLookup, PublishedUrlQuery, ResolvePublishedUrl } from './published.ts'

/** Where a page lies is asked of content, where a redirect leads to one. */
const calls = ['findPublishedPath']

/** Open to everybody: who may read what lies at an address is decided by the site (docs/adr/0061). */
export const publishedOperations = operations('sites', {
  resolvePublishedContentByUrl: {
    method: 'POST',
    path: '/v1/urls/published',
    summary: 'Find what a public address leads to, with a token that reads it',
    access: anyone,
    body: ResolvePublishedUrl,
    replies: { 200: PublishedSiteContentLookup },
    reads: true,
    secret: true,
    calls,
  },
  getPublishedContentByUrl: {
    method: 'GET',
    path: '/v1/urls/published',
    summary: 'The same, with what is known of the visitor in the query',
    access: anyone,
    query: PublishedUrlQuery,
    replies: { 200: PublishedSiteContentLookup },
    secret: true,
    deprecated: true,
    calls,
  },
})

/** What other services of Quire ask sites; not reachable through the gateway. */
export const sitesInternalOperations = operations('sites', {
  getSiteSigningKeys: {
    method: 'GET',
    path: '/internal/site-keys',
    summary: 'The public keys that tokens of published sites are signed with, as a JWK set',
    access: servicesOnly,
    replies: { 200: JwkSet },
  },
  findHostname: {
    method: 'GET',
    path: '/internal/hostnames/{hostname}',
    summary: 'Whether a site is read at a host of its own of this name',
    access: servicesOnly,
    replies: { 200: z.strictObject({ isSite: z.boolean() }) },
  },
})
