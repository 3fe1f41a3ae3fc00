import type { sectionOperations } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { viewSite } from '../site-spaces/view.ts'
import { findSite } from '../states/sites.state.ts'
import { sectionPresenter, visibleSections } from './sections.present.ts'

type List = SitesContext & Input<typeof sectionOperations.listSiteSections>

/** The sections of a site that the caller sees, in the order of the structure. */
export async function listSiteSections(context: List) {
  const { sql, params, page, cursors } = context
  const site = await findSite(sql, params.siteId)
  const view = await viewSite(context, site)
  const matching = visibleSections(view)
  const rows = await keysetPage(matching, page, ['placed.place']).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: await sectionPresenter(view, rows),
    after: (row) => [row.place],
    count: () => countOf(sql, matching.clearSelect().select('site_section.id')),
  })
}
