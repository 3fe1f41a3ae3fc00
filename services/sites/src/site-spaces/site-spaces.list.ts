import type { siteSpaceOperations } from '@quire/contracts'
import { anyOf, countOf, type Input, keysetPage, listOf } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../context.ts'
import { placesOn } from '../places/levels.ts'
import { findSite } from '../states/sites.state.ts'
import { defaultSiteSpaces } from './live.ts'
import { siteSpacePresenter } from './site-spaces.present.ts'
import { type SiteView, viewSite, visibleSiteSpaces } from './view.ts'

type List = SitesContext & Input<typeof siteSpaceOperations.listSiteSpaces>

/** The order of sections and groups, and in each section that of its spaces. */
const inOrder = raw<string>`coalesce(placed.place || '.', '') || site_space.order_key`

/** The spaces of a site that the caller may read, in the site's order. */
export async function listSiteSpaces(context: List) {
  const { sql, params, page, cursors } = context
  const site = await findSite(sql, params.siteId)
  const view = await viewSite(context, site)
  const matching = await filtered(view, context.query)
  const placed = matching
    .leftJoin(placesOn(site.id).as('placed'), 'placed.id', 'site_space.section_id')
    .select(inOrder.as('place'))
  const rows = await keysetPage(placed, page, [inOrder]).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: await siteSpacePresenter(view, rows),
    after: (row) => [row.place],
    count: () => countOf(sql, matching.clearSelect().select('site_space.id')),
  })
}

async function filtered(view: SiteView, query: List['query']) {
  const visible = visibleSiteSpaces(view)
  if (query.default === undefined) return visible
  const isDefault = raw<SqlBool>`site_space.id = ${anyOf(await defaultSiteSpaces(view.sql, view.site))}`
  return visible.where(query.default ? isDefault : raw<SqlBool>`not ${isDefault}`)
}
