import { site, siteOperations, type UpdateSite } from '@quire/contracts'
import { absent, conflict, deleted, type Input, violates } from '@quire/kit'
import type { z } from 'zod'
import { implementWith, type SitesContext } from '../../context.ts'
import { removeShareLinks } from '../../model/share-links.state.ts'
import { changeSite, lockSite, type SiteRow, type SiteWriter } from '../../model/sites.state.ts'
import { presentSiteById } from '../../view/sites.present.ts'
import { claimHostname, requireAdmin, requireHostname } from '../hostnames/hostname-claims.ts'
import type { HostnameNeeds } from '../hostnames/hostnames-config.ts'
import { requireCreateOnSpaces } from '../structure/require-create.ts'
import { removeSiteSpaces } from '../structure/site-spaces.rules.ts'
import { createSite } from './create-site.ts'
import { listSites } from './sites.list.ts'
import { changesClaims, chooseDefaults, requireLiveSpace, widens } from './sites.rules.ts'

export const siteRoutes = implementWith<HostnameNeeds>()(siteOperations, {
  listSites,
  createSite,

  getSiteById: (context) => presentSiteById(context, context.params.siteId),

  async updateSiteById(context) {
    const { sql, params, body } = context
    const { visibility } = body
    const before = await lockSite(sql, params.siteId)
    if ((visibility !== undefined && widens(before.visibility, visibility)) || changesClaims(before, body)) {
      await requireCreateOnSpaces(context, before.id)
    }
    await chooseDefaults(context, before)
    await changeHostname(context, before)
    await applyUpdate(context, before.id, body)
    return presentSiteById(context, before.id)
  },

  async deleteSiteById(context) {
    const { sql, emit, access, params } = context
    const row = await sql
      .selectFrom('site')
      .selectAll()
      .where('id', '=', params.siteId)
      .where('organization_id', '=', access.organizationId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return absent()
    // Checked now, because at the end of the write there is no site left to check.
    await context.askAgain()
    await removeSiteSpaces(context, row.id)
    await removeShareLinks(context, row.id)
    await sql.deleteFrom('site').where('id', '=', row.id).execute()
    emit(site.removed, { key: row.id, version: Number(row.version) + 1 })
    return deleted()
  },

  /** Publishing a published site repeats the checks and changes nothing else. */
  async publishSite(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    await requireLiveSpace(sql, params.siteId)
    await requireCreateOnSpaces(context, params.siteId)
    await changeSite(context, params.siteId, { published: true })
    return presentSiteById(context, params.siteId)
  },

  async unpublishSite(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    await changeSite(context, params.siteId, { published: false })
    return presentSiteById(context, params.siteId)
  },
})

type Update = SitesContext<HostnameNeeds> & Input<typeof siteOperations.updateSiteById>

/**
 * Needs an administrator of the organization. The role is read again, because it may have changed while the request
 * waited for the lock.
 */
async function changeHostname(context: Update, site: SiteRow) {
  const { body, deps } = context
  if (body.hostname === undefined) return
  await context.askAgain()
  requireAdmin(context.access)
  if (body.hostname !== null) requireHostname(body.hostname, { publicUrl: deps.publicUrl, ...deps.hostnames })
  await claimHostname(context, site, body.hostname)
}

/**
 * Applies the fields of the body that are set; throws 409 if any other site, of any organization, has the basename or
 * proxy.
 */
async function applyUpdate(writing: SiteWriter, id: string, body: z.output<typeof UpdateSite>) {
  const { agentsContext, adaptiveContent, defaultSiteSpace: _, defaultSiteSection: __, hostname: ___, ...plain } = body
  try {
    await changeSite(writing, id, {
      ...plain,
      ...(agentsContext && { agents_context: agentsContext }),
      ...(adaptiveContent && { adaptive_content: adaptiveContent.enabled }),
    })
  } catch (error) {
    if (violates(error, 'site_proxy')) throw conflict('Another site has this proxy: choose another.')
    if (violates(error, 'site_basename')) throw conflict('Another site has this basename: choose another.')
    throw error
  }
}
