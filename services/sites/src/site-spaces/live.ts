import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { SiteSpaceRow } from '../states/site-spaces.state.ts'
import type { SiteRow } from '../states/sites.state.ts'

/** A site space with the state and the counters of its space. */
export type LiveSiteSpace = SiteSpaceRow & {
  space: Selectable<Tables['space']>['state']
  counters: Selectable<Tables['space_counters']>['counters'] | null
}

/** The spaces on a site that are not deleted, and still its organization's. */
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
      // Added while it was being transferred: sites show only what is their organization's.
      .whereRef('space.organization_id', '=', 'site_space.organization_id')
  )
}

/**
 * The ids of the default site spaces, one for each section, or one for a site without sections: the one chosen while its
 * space is there, else the first.
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
