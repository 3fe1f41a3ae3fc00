import { sql as raw, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { SitesContext } from '../context.ts'
import { visibleSections } from '../sections/sections.present.ts'
import { liveSiteSpaces } from '../site-spaces/live.ts'
import { viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { findSite } from '../states/sites.state.ts'

/**
 * The redirects of a site that the caller sees: all but those to a space or section of it that is closed to them. One to
 * what is there no longer is seen, and can be changed.
 */
export async function visibleRedirects(context: SitesContext, siteId: string) {
  const { sql } = context
  const view = await viewSite(context, await findSite(sql, siteId))
  const sections = sql.selectFrom('site_section').select('site_section.id').where('site_id', '=', siteId)
  return sql
    .selectFrom('site_redirect')
    .where('site_id', '=', siteId)
    .where(leadsToNone('siteSpaceId', idsOf(liveSiteSpaces(sql, siteId)), idsOf(visibleSiteSpaces(view))))
    .where(leadsToNone('siteSectionId', sections, visibleSections(view).clearSelect().select('site_section.id')))
}

const idsOf = (siteSpaces: ReturnType<typeof liveSiteSpaces>) => siteSpaces.clearSelect().select('site_space.id')

// biome-ignore lint/suspicious/noExplicitAny: of any tables
type Ids = SelectQueryBuilder<any, any, { id: string }>

/** It leads to none of all but the visible ones. */
function leadsToNone(name: string, all: Ids, visible: Ids) {
  const id = raw<string | null>`site_redirect.destination ->> ${raw.lit(name)}`
  return raw<SqlBool>`(${id} is null or ${id} in (${visible}) or ${id} not in (${all}))`
}
