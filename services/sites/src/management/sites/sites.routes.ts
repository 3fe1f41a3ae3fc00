import { siteVisibleTo, spaceLevels } from '@quire/access'
import { site, siteOperations, type UpdateSite } from '@quire/contracts'
import {
  absent,
  anyOf,
  conflict,
  containing,
  countOf,
  deleted,
  type Input,
  keysetPage,
  listOf,
  violates,
} from '@quire/kit'
import type { z } from 'zod'
import { implementWith, type SitesContext } from '../../context.ts'
import { removeShareLinks } from '../../model/share-links.state.ts'
import { changeSite, lockSite, type SiteRow, type SiteWriter } from '../../model/sites.state.ts'
import { countedSites, presentSite, presentSiteById } from '../../view/sites.present.ts'
import { claimHostname, requireAdmin, requireHostname } from '../hostnames/hostname-claims.ts'
import type { HostnameNeeds } from '../hostnames/hostnames-config.ts'
import { requireCreateOnSpaces } from '../structure/require-create.ts'
import { removeSiteSpaces } from '../structure/site-spaces.rules.ts'
import { createSite } from './create-site.ts'
import { changesClaims, chooseDefaults, requireLiveSpace, widens } from './sites.rules.ts'

type List = SitesContext & Input<typeof siteOperations.listSites>

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

/** Lists the sites of an organization that the caller sees, oldest first. */
async function listSites(context: List) {
  const { sql, page, cursors, deps } = context
  if (!(await mayMatch(context))) return { items: [], count: 0 }
  const matching = filtered(context)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['site.id']).execute(),
    present: (row) => presentSite(row, deps.publicUrl),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('site.id')),
  })
}

/** False if the filter names a space that is hidden from the caller: no site matches then. */
async function mayMatch({ sql, access, query }: List): Promise<boolean> {
  if (query.space === undefined) return true
  const level = (await spaceLevels(sql, access.member, [query.space])).get(query.space)
  return level !== undefined && level !== 'none'
}

function filtered({ sql, access, query: { title, published, type, space } }: List) {
  let sites = countedSites(sql, access.member)
    .where('site.organization_id', '=', access.organizationId)
    .where(siteVisibleTo(access.member))
  if (title !== undefined) sites = sites.where('site.title', 'ilike', containing(title))
  if (published !== undefined) sites = sites.where('site.published', '=', published)
  if (type !== undefined) sites = sites.where('site.type', '=', anyOf(type))
  if (space === undefined) return sites
  return sites.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('site_space')
        .select('site_space.id')
        .whereRef('site_space.site_id', '=', 'site.id')
        .where('site_space.space_id', '=', space),
    ),
  )
}
