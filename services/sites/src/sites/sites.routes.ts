import { site, siteOperations, type UpdateSite } from '@quire/contracts'
import { absent, conflict, deleted, type Input, violates } from '@quire/kit'
import type { z } from 'zod'
import { implement, type SitesContext } from '../context.ts'
import { claimHostname } from '../hostnames/claims.ts'
import { requireAdmin } from '../hostnames/hostnames.routes.ts'
import { requireHostname } from '../hostnames/names.ts'
import { removeShareLinks } from '../share-keys/share-links.state.ts'
import { requireCreateOnSpaces } from '../site-spaces/require-create.ts'
import { removeSiteSpaces } from '../site-spaces/site-spaces.rules.ts'
import { changeSite, lockSite, type SiteRow, type SiteWriter } from '../states/sites.state.ts'
import { createSite } from './create.ts'
import { chooseDefaults } from './defaults.ts'
import { listSites } from './sites.list.ts'
import { showSite } from './sites.present.ts'
import { changesClaims, requireLiveSpace, widens } from './sites.rules.ts'

export const siteRoutes = implement(siteOperations, {
  listSites,
  createSite,

  getSiteById: (context) => showSite(context, context.params.siteId),

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
    return showSite(context, before.id)
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
    // Not at the end: then there is no site any more to ask about.
    await context.askAgain()
    await removeSiteSpaces(context, row.id)
    await removeShareLinks(context, row.id)
    await sql.deleteFrom('site').where('id', '=', row.id).execute()
    emit(site.removed, { key: row.id, version: Number(row.version) + 1 })
    return deleted()
  },

  /** Publishing what is published already checks again and changes nothing else. */
  async publishSite(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    await requireLiveSpace(sql, params.siteId)
    await requireCreateOnSpaces(context, params.siteId)
    await changeSite(context, params.siteId, { published: true })
    return showSite(context, params.siteId)
  },

  async unpublishSite(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    await changeSite(context, params.siteId, { published: false })
    return showSite(context, params.siteId)
  },
})

type Update = SitesContext & Input<typeof siteOperations.updateSiteById>

/** Needs the organization's administrator, as it is now: the role may have changed while the site was waited for. */
async function changeHostname(context: Update, site: SiteRow) {
  const { body, deps } = context
  if (body.hostname === undefined) return
  await context.askAgain()
  requireAdmin(context.access)
  if (body.hostname !== null) requireHostname(body.hostname, { publicUrl: deps.publicUrl, ...deps.hostnames })
  await claimHostname(context, site, body.hostname)
}

/** Absent leaves unchanged; 409 where another site has the basename or proxy, in whatever organization. */
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
