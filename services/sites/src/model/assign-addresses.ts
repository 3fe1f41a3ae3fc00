import { siteSpace } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql, Writer } from '../database.ts'
import { recordAddresses } from './address-history.ts'
import { sortKeysOn } from './site-levels.ts'
import { type SiteSpaceRow, siteSpaceState } from './site-spaces.state.ts'

/**
 * Completes a change to the content of a site: gives each level that has lost its default another one, computes the
 * addresses, and emits the site spaces whose address or conditions have changed, or whose `address` the change has set
 * to null. Needs `lockSite`.
 */
export async function assignAddresses({ sql, emit }: Writer, siteId: string): Promise<void> {
  await chooseDefaults(sql, siteId)
  const changed = await updateAddresses(sql, siteId)
  await recordAddresses(sql, siteId, changed)
  for (const row of changed.toSorted(inOrder)) emit(siteSpace.saved, siteSpaceState(row))
}

const inOrder = (one: SiteSpaceRow, other: SiteSpaceRow) => (one.order_key < other.order_key ? -1 : 1)

/** Makes the first element the default of each level that has none. */
async function chooseDefaults(sql: Sql, siteId: string): Promise<void> {
  await raw`
    update site_section set default_site_space = first.id
    from (
      select distinct on (section_id) section_id, id from site_space
      where site_id = ${siteId} and section_id is not null order by section_id, order_key
    ) first
    where site_section.id = first.section_id and site_section.default_site_space is null`.execute(sql)
  await raw`
    update site set default_site_space = first.site_space, default_section = first.section
    from (select
      (select id from site_space where site_id = ${siteId} and section_id is null
        order by id is distinct from site.default_site_space, order_key limit 1) as site_space,
      (select sorted.id from ${sortKeysOn(siteId)} sorted
        join site_section on site_section.id = sorted.id
        order by sorted.id is distinct from site.default_section, sorted.sort_key limit 1) as section
      from site where id = ${siteId}
    ) first
    where site.id = ${siteId}
      and (site.default_site_space, site.default_section) is distinct from (first.site_space, first.section)
  `.execute(sql)
}

/**
 * Updates the addresses that have changed. An address omits the default section and the default space at its end
 * (docs/adr/0021).
 */
async function updateAddresses(sql: Sql, siteId: string): Promise<SiteSpaceRow[]> {
  return await sql
    .with('computed', (db) =>
      db
        .selectFrom('site_space')
        .innerJoin('site', 'site.id', 'site_space.site_id')
        .leftJoin('site_section', 'site_section.id', 'site_space.section_id')
        .where('site_space.site_id', '=', siteId)
        .select(['site_space.id', 'site_section.condition'])
        .select(
          raw<string>`case
            when site_section.id is null and site.default_site_space = site_space.id then ''
            when site_section.id is null then site_space.path
            when site_section.default_site_space is distinct from site_space.id
              then site_section.path || '/' || site_space.path
            when site.default_section = site_section.id then ''
            else site_section.path end`.as('address'),
        ),
    )
    .updateTable('site_space')
    .from('computed')
    .whereRef('computed.id', '=', 'site_space.id')
    .where(
      raw<boolean>`(site_space.address, site_space.section_condition) is distinct from (computed.address, computed.condition)`,
    )
    .set((row) => ({
      address: row.ref('computed.address'),
      section_condition: row.ref('computed.condition'),
      version: row('site_space.version', '+', 1),
    }))
    .returningAll('site_space')
    .execute()
}
