import type { sectionGroupOperations } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { viewSite } from '../site-spaces/view.ts'
import { findSite } from '../states/sites.state.ts'
import { childrenIn, outlineOf, presentGroup, visibleGroups, within } from './section-groups.present.ts'

type List = SitesContext & Input<typeof sectionGroupOperations.listSiteSectionGroups>

/** The groups of a site that the caller sees, also those in others, in the order of the structure. */
export async function listSiteSectionGroups(context: List) {
  const { sql, params, page, cursors } = context
  const site = await findSite(sql, params.siteId)
  const view = await viewSite(context, site)
  const matching = visibleGroups(view)
  const rows = await keysetPage(matching, page, ['placed.place']).execute()
  const shown = rows.slice(0, page.limit).map(({ id }) => id)
  const childrenOf = await childrenIn(view, within(await outlineOf(view), shown))
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => presentGroup(row, childrenOf(row.id)),
    after: (row) => [row.place],
    count: () => countOf(sql, matching.clearSelect().select('site_section_group.id')),
  })
}
