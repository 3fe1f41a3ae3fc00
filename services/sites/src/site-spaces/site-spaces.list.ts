import type { siteSpaceOperations } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { defaultSiteSpace, siteSpacePresenter, visibleSiteSpaces } from './site-spaces.present.ts'

type List = SitesContext & Input<typeof siteSpaceOperations.listSiteSpaces>

/** The spaces of a site that the caller may read, in the site's order. */
export async function listSiteSpaces(context: List) {
  const { sql, params, page, cursors } = context
  const site = await sql.selectFrom('site').selectAll().where('id', '=', params.siteId).executeTakeFirst()
  if (!site) throw notFound('The site')
  const matching = await filtered(context, site)
  const rows = await keysetPage(matching, page, ['site_space.order_key']).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: await siteSpacePresenter(context, site, rows),
    after: (row) => [row.order_key],
    count: () => countOf(sql, matching.clearSelect().select('site_space.id')),
  })
}

async function filtered(context: List, site: SiteRow) {
  const { sql, query } = context
  const visible = visibleSiteSpaces(context, site.id)
  if (query.default === undefined) return visible
  const defaultId = (await defaultSiteSpace(sql, site)) ?? ''
  return visible.where('site_space.id', query.default ? '=' : '<>', defaultId)
}
