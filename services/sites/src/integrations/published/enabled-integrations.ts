import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Sql } from '../../database.ts'
import { ownedIntegrations } from './integrations.present.ts'
import { matching } from './list-integrations.ts'

/** A space or a site of an organization. */
export type Place = { spaceId: string } | { siteId: string }

/** The condition that an active `integration_installation` is enabled in a place: on all, or on this one. */
function enabledAt(place: Place): RawBuilder<SqlBool> {
  const [column, selection, id] =
    'spaceId' in place ? ['space_id', 'space_selection', place.spaceId] : ['site_id', 'site_selection', place.siteId]
  return raw<SqlBool>`
    integration_installation.status = 'active' and (
      integration_installation.${raw.ref(selection)} = 'all' and not exists (
        select from integration_content one where one.installation_id = integration_installation.id
          and one.${raw.ref(column)} = ${id} and one.status <> 'active')
      or exists (
        select from integration_content one where one.installation_id = integration_installation.id
          and one.${raw.ref(column)} = ${id} and one.status = 'active'))`
}

/** Returns the integrations that are enabled in a place of an organization, by name. An organization has few. */
export const enabledIn = (sql: Sql, organizationId: string, place: Place, search?: string) =>
  ownedIntegrations(sql)
    .innerJoin('integration_installation', 'integration_installation.integration', 'integration.name')
    .where('integration_installation.organization_id', '=', organizationId)
    .where(enabledAt(place))
    .$if(search !== undefined, (some) => some.where(matching(search ?? '')))
    .orderBy('integration.name')
    .execute()
