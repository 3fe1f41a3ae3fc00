import { hash } from 'node:crypto'
import {
  type PublishedSiteContent,
  type PublishedSiteContentLookup,
  publishedOperations,
  type SiteVisitorPayload,
  sitesInternalOperations,
} from '@quire/contracts'
import { notFound } from '@quire/kit'
import { type PublishedLocation, resolvePublished } from '../../addresses/resolve-address.ts'
import { pathOfPage } from '../../addresses/site-redirects.ts'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import type { SignVisit } from '../../audience/site-tokens.ts'
import { implementWith, type SitesContext } from '../../context.ts'

/** The dependencies of operations that resolve public addresses. */
export interface PublishedNeeds extends SignerNeeds {
  signVisit: SignVisit
}

const implement = implementWith<PublishedNeeds>()

export const publishedRoutes = implement(publishedOperations, {
  resolvePublishedContentByUrl: (context) => lookUp(context, { visitor: {}, ...context.body }),

  getPublishedContentByUrl(context) {
    const { url, redirectOnError, visitorAuthToken: jwtToken } = context.query
    return lookUp(context, { url, redirectOnError, visitor: { jwtToken } })
  },
})

export const siteKeyRoutes = implement(sitesInternalOperations, {
  getSiteSigningKeys: async ({ deps }) => ({ keys: deps.signer.publicKeys() }),

  async findHostname({ sql, params }) {
    const found = sql.selectFrom('site').select('id').where('hostname', '=', params.hostname)
    return { isSite: (await found.executeTakeFirst()) !== undefined }
  },
})

interface LookupQuery {
  url: string
  redirectOnError: boolean
  visitor?: SiteVisitorPayload | undefined
}

async function lookUp(
  { sql, deps, caller, call }: SitesContext<PublishedNeeds>,
  { visitor = {}, ...question }: LookupQuery,
): Promise<PublishedSiteContentLookup> {
  const found = await resolvePublished({ sql, deps, caller, visitor, ...question, pathOf: pathOfPage(call) })
  if (!found) throw notFound('What this address leads to')
  return 'redirect' in found ? found : presentLocation(found, deps)
}

function presentLocation(
  location: PublishedLocation,
  { signVisit, now }: SitesContext<PublishedNeeds>['deps'],
): PublishedSiteContent {
  const { site, space, visible, admission } = location
  const { claims = {}, shareLink, previewOf, previewKind, previewToken, isInternal, until } = admission
  const ids = {
    organization: site.organization_id,
    site: site.id,
    siteSpace: space.id,
    ...(space.section && { siteSection: space.section.id }),
    space: space.spaceId,
  }
  const preview = previewOf !== undefined && {
    preview: {
      user: previewOf,
      ...(previewToken !== undefined && { token: previewToken }),
      ...(previewKind === 'saml' && { kind: previewKind }),
    },
    ...(isInternal && { internal: true as const }),
  }
  const visit = {
    ...ids,
    spaces: visible.map(({ spaceId }) => spaceId),
    claims,
    until,
    generation: Number(site.generation),
    ...(shareLink && { shareLink: shareLink.id }),
    ...preview,
  }
  const { pathname, basePath, siteBasePath, complete, canonicalUrl } = location
  return {
    ...ids,
    pathname,
    basePath,
    siteBasePath,
    apiToken: signVisit(visit, now()),
    ...(shareLink && { shareKey: shareLink.key }),
    complete,
    ...(Object.keys(claims).length > 0 && { contextId: hash('sha256', JSON.stringify(claims), 'base64url') }),
    canonicalUrl,
    ...(preview && !isInternal && { preview: true }),
  }
}
