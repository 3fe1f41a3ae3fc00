import { publishingOperations, type SitePublishingAuth } from '@quire/contracts'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import { newVisitorKey, openVisitorKey, type PublishingAuthRow, publishingAuthOf } from '../../audience/visitor-keys.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { endVisits, lockSite } from '../../model/sites.state.ts'
import { previewAddress } from './preview-address.ts'

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
