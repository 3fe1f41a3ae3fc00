import { sql as raw } from 'kysely'
import type { SitesContext } from '../context.ts'
import { viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { findSite } from '../states/sites.state.ts'
import type { SearchedSpace } from './scope.ts'

/** The spaces of a site that the caller sees, in the order that they have beside each other. */
export async function searchableSpaces(
  context: Pick<SitesContext, 'sql' | 'access' | 'deps'>,
  siteId: string,
): Promise<SearchedSpace[]> {
  const site = await findSite(context.sql, siteId)
  const rows = await visibleSiteSpaces(await viewSite(context, site))
    .leftJoin('site_section', 'site_section.id', 'site_space.section_id')
    .clearSelect()
    .select(['site_space.id', 'site_space.space_id', 'site_space.section_id', 'site_section.default_site_space'])
    .select(raw<string | null>`space.state ->> 'language'`.as('language'))
    .orderBy('site_space.order_key')
    .execute()
  return rows.map(({ id, space_id: spaceId, section_id: sectionId, default_site_space, language }) => {
    const chosen = sectionId === null ? site.default_site_space : default_site_space
    return { id, spaceId, sectionId, language, isDefault: id === chosen }
  })
}
