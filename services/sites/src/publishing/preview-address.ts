import type { publishingOperations } from '@quire/contracts'
import { type Input, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { siteAddressOfSpace } from '../states/site-address.ts'
import { findSite } from '../states/sites.state.ts'
import { signPreview } from '../visitors/previews.ts'
import { previewClaims } from './preview-claims.ts'

/** Where readers of an address give the token that says who they are. */
const tokenParameter = 'jwt_token'

/** The address is its own permission for an hour: it opens what the caller may read then, on this site. */
export async function previewAddress(
  context: SitesContext & Input<typeof publishingOperations.getSitePublishingPreviewById>,
) {
  const { sql, params, query, caller, userId, deps } = context
  const site = await findSite(sql, params.siteId)
  const shown = await visibleSiteSpaces(await viewSite(context, site))
    .$if(query.siteSpace !== undefined, (one) => one.where('site_space.id', '=', String(query.siteSpace)))
    .orderBy((one) => one('site_space.id', 'is not distinct from', site.default_site_space), 'desc')
    .orderBy('site_space.order_key')
    .limit(1)
    .executeTakeFirst()
  if (!shown) throw notFound('The space of the site')
  const claims = query.claims === undefined ? {} : previewClaims(query.claims)
  const preview = {
    site: site.id,
    user: userId,
    claims,
    ...(caller.tokenId !== undefined && { token: caller.tokenId }),
  }
  const url = new URL(siteAddressOfSpace(site, shown, deps.publicUrl))
  url.searchParams.set(tokenParameter, signPreview(deps.signer, preview, deps.now()))
  return { url: url.href }
}
