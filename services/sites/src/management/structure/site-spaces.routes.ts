import { siteSpaceOperations } from '@quire/contracts'
import {
  absent,
  anyOf,
  conflict,
  countOf,
  created,
  deleted,
  type Input,
  keysetPage,
  listOf,
  notFound,
} from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import { implement, type SitesContext } from '../../context.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { positionOf, sortKeysOn } from '../../model/site-levels.ts'
import { findSite, lockSite } from '../../model/sites.state.ts'
import { defaultSiteSpaces } from '../../view/live-site-spaces.ts'
import { presentSiteSpaceById, siteSpacePresenter } from '../../view/site-spaces.present.ts'
import { type SiteView, viewSite, visibleSiteSpaces } from '../../view/site-view.ts'
import { duplicateSiteSpace } from './duplicate-site-space.ts'
import { moveSiteItem } from './move-site-item.ts'
import { addSiteSpaces, removeSiteSpaces, requireAddableSpaces } from './site-spaces.rules.ts'
import { updateSiteSpaceById } from './update-site-space.ts'

type List = SitesContext & Input<typeof siteSpaceOperations.listSiteSpaces>

/** The order of sections and groups, and within a section that of its spaces. */
const inOrder = raw<string>`coalesce(sorted.sort_key || '.', '') || site_space.order_key`

export const siteSpaceRoutes = implement(siteSpaceOperations, {
  listSiteSpaces,
  updateSiteSpaceById,
  duplicateSiteSpace,

  async addSpaceToSite(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const sectionId = body.sectionId ?? site.default_section
    if (
      body.sectionId !== undefined &&
      !(await positionOf(sql, site.id, { kind: 'site-section', id: body.sectionId }))
    ) {
      throw notFound('The section in body.sectionId')
    }
    const spaces = await requireAddableSpaces(context, [body.spaceId], () => 'body.spaceId')
    const [added] = await addSiteSpaces(context, site, sectionId, spaces)
    if (!added) throw conflict('The space is on this site already.')
    return created(await presentSiteSpaceById(context, site, added.id))
  },

  async deleteSiteSpaceById(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    const removed = await removeSiteSpaces(context, params.siteId, { id: params.siteSpaceId })
    if (removed.length === 0) return absent()
    await assignAddresses(context, params.siteId)
    return deleted()
  },

  async moveSiteSpace(context) {
    const { params, body } = context
    const pointer = { kind: 'site-space' as const, id: params.siteSpaceId }
    const site = await moveSiteItem(context, pointer, body.position)
    return presentSiteSpaceById(context, site, params.siteSpaceId)
  },
})

/** Lists the spaces of a site that the caller may read, in the site's order. */
async function listSiteSpaces(context: List) {
  const { sql, params, page, cursors } = context
  const site = await findSite(sql, params.siteId)
  const view = await viewSite(context, site)
  const matching = await filtered(view, context.query)
  const sorted = matching
    .leftJoin(sortKeysOn(site.id).as('sorted'), 'sorted.id', 'site_space.section_id')
    .select(inOrder.as('sort_key'))
  const rows = await keysetPage(sorted, page, [inOrder]).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: await siteSpacePresenter(view, rows),
    after: (row) => [row.sort_key],
    count: () => countOf(sql, matching.clearSelect().select('site_space.id')),
  })
}

async function filtered(view: SiteView, query: List['query']) {
  const visible = visibleSiteSpaces(view)
  if (query.default === undefined) return visible
  const isDefault = raw<SqlBool>`site_space.id = ${anyOf(await defaultSiteSpaces(view.sql, view.site))}`
  return visible.where(query.default ? isDefault : raw<SqlBool>`not ${isDefault}`)
}
