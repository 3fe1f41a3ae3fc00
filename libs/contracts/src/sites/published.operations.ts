import { z } from 'zod'
import { anyone, servicesOnly, siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { JwkSet } from '../shared/token-claims.ts'
import { SiteCustomizationSettings } from './customization.ts'
import { SiteIntegrationScript } from './integration-scripts.ts'
import { PublishedSiteContentLookup, PublishedUrlQuery, ResolvePublishedUrl } from './published.ts'
import { ShareKey } from './share-links.ts'
import { Site } from './sites.ts'
import { SiteStructure } from './structure.ts'

/** Content finds the path of a page that a redirect leads to. */
const calls = ['findPublishedPath']

/** Anybody may call these operations: the site authorizes the visitor of an address (docs/adr/0024). */
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

/** Operations for other services of Quire; not reachable through the gateway. */
export const sitesInternalOperations = operations('sites', {
  getSiteSigningKeys: {
    method: 'GET',
    path: '/internal/site-keys',
    summary: 'The public keys that tokens of published sites are signed with, as a JWK set',
    access: servicesOnly('gateway'),
    replies: { 200: JwkSet },
  },
  findHostname: {
    method: 'GET',
    path: '/internal/hostnames/{hostname}',
    summary: 'Whether a site is read at a host of its own of this name',
    access: servicesOnly('gateway'),
    replies: { 200: z.strictObject({ isSite: z.boolean() }) },
  },
})

/** Everything that a renderer presents around the pages of a site (docs/interface.md#reading-a-published-site). */
const PublishedContentSite = z
  .strictObject({
    object: z.literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: z.strictObject({
      site: SiteCustomizationSettings,
      /** The settings of each site space: the site's with its overrides. Past 8 MB, of those with overrides only. */
      siteSpaces: z.record(z.string(), SiteCustomizationSettings),
    }),
    /** The scripts of integrations, for a renderer that loads them itself. */
    scripts: z.array(SiteIntegrationScript),
  })
  .meta({ id: 'PublishedContentSite' })

export const publishedSiteOperations = operations('sites', {
  getPublishedContentSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
    summary: 'Get a site with all that is shown around its pages: its structure and its settings',
    access: siteRole('read'),
    query: z.object({ shareKey: ShareKey.optional() }),
    replies: { 200: PublishedContentSite },
    site: true,
  },
})
