import { publishingOperations, type SitePublishingAuth } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { badRequest, notFound } from '@quire/kit'
import { RISON } from 'rison2'
import { z } from 'zod'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import { signPreview } from '../../audience/site-tokens.ts'
import { newVisitorKey, openVisitorKey, type PublishingAuthRow, publishingAuthOf } from '../../audience/visitor-keys.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { siteAddressOfSpace } from '../../model/site-address.ts'
import { endVisits, findSite, lockSite } from '../../model/sites.state.ts'
import { viewSite, visibleSiteSpaces } from '../../view/site-view.ts'

const Claims = z.record(z.string(), z.unknown())

/** The query parameter with the token that identifies a visitor. */
const tokenParameter = 'jwt_token'

type Deps = SitesContext['deps']

export const publishingRoutes = implementWith<SignerNeeds>()(publishingOperations, {
  getSitePublishingAuthById: async ({ sql, params, deps }) =>
    presentAuth(await publishingAuthOf(sql, deps.sealer, params.siteId), deps),

  async updateSitePublishingAuthById({ sql, params, body, deps }) {
    await lockSite(sql, params.siteId)
    const before = await publishingAuthOf(sql, deps.sealer, params.siteId)
    const { fallbackURL = before.fallback_url, logoutURL = before.logout_url } = body
    return saved(sql, before.site_id, { fallback_url: fallbackURL, logout_url: logoutURL }, deps)
  },

  async regenerateSitePublishingAuthById(context) {
    const { sql, params, deps } = context
    await lockSite(sql, params.siteId)
    const { site_id: siteId } = await publishingAuthOf(sql, deps.sealer, params.siteId)
    await endVisits(context, siteId)
    return saved(sql, siteId, { sealed_key: newVisitorKey(deps.sealer, siteId) }, deps)
  },

  getSitePublishingPreviewById: previewAddress,
})

async function saved(sql: SitesContext['sql'], siteId: string, change: Partial<PublishingAuthRow>, deps: Deps) {
  const row = await sql
    .updateTable('publishing_auth')
    .set(change)
    .where('site_id', '=', siteId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentAuth(row, deps)
}

function presentAuth(row: PublishingAuthRow, { sealer }: Deps): SitePublishingAuth {
  return {
    object: 'publishing-auth',
    backend: 'custom',
    privateKey: openVisitorKey(sealer, row),
    ...(row.fallback_url !== null && { fallbackURL: row.fallback_url }),
    ...(row.logout_url !== null && { logoutURL: row.logout_url }),
  }
}

/**
 * Returns an address that shows a preview to anybody who has it, for an hour: the spaces of the site that the caller
 * may read at the time of the visit.
 */
async function previewAddress(
  context: SitesContext<SignerNeeds> & Input<typeof publishingOperations.getSitePublishingPreviewById>,
) {
  const { sql, params, query, caller, userId, deps } = context
  const site = await findSite(sql, params.siteId)
  const siteSpace = await visibleSiteSpaces(await viewSite(context, site))
    .$if(query.siteSpace !== undefined, (one) => one.where('site_space.id', '=', String(query.siteSpace)))
    // The empty address is that of the space which visitors see first.
    .orderBy((one) => one('site_space.address', 'is not distinct from', ''), 'desc')
    .orderBy('site_space.order_key')
    .limit(1)
    .executeTakeFirst()
  if (!siteSpace) throw notFound('The space of the site')
  const claims = query.claims === undefined ? {} : previewClaims(query.claims)
  const preview = {
    site: site.id,
    user: userId,
    claims,
    ...(caller.tokenId !== undefined && { token: caller.tokenId }),
    ...(caller.kind === 'saml' && { kind: caller.kind }),
  }
  const url = new URL(siteAddressOfSpace(site, siteSpace, deps.publicUrl))
  url.searchParams.set(
    tokenParameter,
    signPreview(deps.signer, preview, { now: deps.now(), tokenExpiresAt: caller.tokenExpiresAt }),
  )
  return { url: url.href }
}

/** Parses the claims in a preview's query, as Rison (`(plan:pro)`) or JSON; throws 400 if they are neither. */
export function previewClaims(text: string): Record<string, unknown> {
  const claims = Claims.safeParse(read(text)).data
  if (!claims) throw badRequest('query.claims', 'must be an object in Rison, such as (plan:pro)')
  return claims
}

/** Undefined for a text in neither format. */
function read(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : RISON.parse(text)
  } catch {
    return undefined
  }
}
