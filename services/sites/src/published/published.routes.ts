import { hash } from 'node:crypto'
import {
  type PublishedSiteContent,
  type PublishedSiteContentLookup,
  publishedOperations,
  type SiteVisitorPayload,
  sitesInternalOperations,
} from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement, type SitesContext } from '../context.ts'
import { pathOfPage } from './page-paths.ts'
import { type PublishedPlace, resolvePublished } from './resolve.ts'

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

interface Question {
  url: string
  redirectOnError: boolean
  visitor?: SiteVisitorPayload | undefined
}

async function lookUp(
  { sql, deps, caller, call }: SitesContext,
  { visitor = {}, ...question }: Question,
): Promise<PublishedSiteContentLookup> {
  const found = await resolvePublished({ sql, deps, caller, visitor, ...question, pathOf: pathOfPage(call) })
  if (!found) throw notFound('What this address leads to')
  return 'redirect' in found ? found : presentPlace(found, deps)
}

function presentPlace(place: PublishedPlace, { signVisit, now }: SitesContext['deps']): PublishedSiteContent {
  const { site, space, open, admission } = place
  const { claims = {}, shareLink, previewOf, previewToken } = admission
  const ids = {
    organization: site.organization_id,
    site: site.id,
    siteSpace: space.id,
    ...(space.section && { siteSection: space.section.id }),
    space: space.spaceId,
  }
  const preview = previewOf !== undefined && {
    preview: { user: previewOf, ...(previewToken !== undefined && { token: previewToken }) },
  }
  const visit = {
    ...ids,
    spaces: open.map(({ spaceId }) => spaceId),
    claims,
    generation: Number(site.generation),
    ...(shareLink && { shareLink: shareLink.id }),
    ...preview,
  }
  const { pathname, basePath, siteBasePath, complete, canonicalUrl } = place
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
    ...(preview && { preview: true }),
  }
}
