import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { SiteSpaceRow } from '../model/site-spaces.state.ts'
import type { SiteRow } from '../model/sites.state.ts'

/** A site space with the state and the counters of its space. */
export type LiveSiteSpace = SiteSpaceRow & {
  space: Selectable<Tables['space']>['state']
  counters: Selectable<Tables['space_counters']>['counters'] | null
}

/** Selects the spaces on a site that are not deleted and still belong to its organization. */
export function liveSiteSpaces(sql: Sql, siteId: string) {
  return (
    sql
      .selectFrom('site_space')
      .innerJoin('space', 'space.id', 'site_space.space_id')
      .leftJoin('space_counters', 'space_counters.space_id', 'site_space.space_id')
      .selectAll('site_space')
      .select(['space.state as space', 'space_counters.counters'])
      .where('site_space.site_id', '=', siteId)
      .where('space.deleted_at', 'is', null)
      // A space may be added while it is being transferred: a site has only spaces of its organization.
      .whereRef('space.organization_id', '=', 'site_space.organization_id')
  )
}

/**
 * Returns the ids of the default site spaces, one for each section, or one for a site without sections: the chosen one
 * while its space is live, else the first.
 */
export async function defaultSiteSpaces(sql: Sql, site: SiteRow): Promise<string[]> {
  const rows = await liveSiteSpaces(sql, site.id)
    .leftJoin('site_section', 'site_section.id', 'site_space.section_id')
    .clearSelect()
    .select('site_space.id')
    .distinctOn('site_space.section_id')
    .orderBy('site_space.section_id')
    .orderBy(
      raw`site_space.id is distinct from coalesce(site_section.default_site_space, ${site.default_site_space}::text)`,
    )
    .orderBy('site_space.order_key')
    .execute()
  return rows.map(({ id }) => id)
}
