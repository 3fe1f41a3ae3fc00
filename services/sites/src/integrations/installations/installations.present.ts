import {
  type IntegrationInstallation,
  type IntegrationManifest,
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
  timestamp,
} from '@quire/contracts'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../../database.ts'
import type { IntegrationTables } from '../../tables/integrations.tables.ts'
import { presentConfiguration } from './configuration.ts'

export type InstallationRow = Selectable<IntegrationTables['integration_installation']>
type Declaring = { manifest: IntegrationManifest; bundle_id: string | null }
export type CountedInstallation = InstallationRow & Declaring & { spaces: number }
export type ContentRow = Selectable<IntegrationTables['integration_content']> & Declaring

/** Selects installations with the manifest of their integration and the number of their spaces that are live. */
export const installations = (sql: Sql) =>
  sql
    .selectFrom('integration_installation')
    .innerJoin('integration', 'integration.name', 'integration_installation.integration')
    .selectAll('integration_installation')
    .select(['integration.manifest', 'integration.bundle_id'])
    .select(
      raw<number>`(
        select count(*)::int from space
        where space.organization_id = integration_installation.organization_id and space.deleted_at is null
          and (space_selection = 'all' or exists (
            select from integration_content one
            where one.installation_id = integration_installation.id and one.space_id = space.id))
      )`.as('spaces'),
    )

const addressOf = (publicUrl: string, integration: string, id: string) =>
  `${publicUrl}/v1/integrations/${encodeURIComponent(integration)}/installations/${id}`

/** Returns the address at which a bundle answers for an installation; an endpoint has none here. */
const webAddressOf = ({ bundle_id }: Declaring, location: string) =>
  bundle_id === null ? location : location.replace('/installations/', '/web/installations/')

export function presentInstallation(row: CountedInstallation, publicUrl: string): IntegrationInstallation {
  const location = addressOf(publicUrl, row.integration, row.id)
  const web = webAddressOf(row, location)
  return {
    id: row.id,
    integration: row.integration,
    status: row.status,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: row.spaces,
    configuration: presentConfiguration(row, row.manifest.configurations?.account),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    urls: { location, app: location, publicEndpoint: web, publicContentEndpoint: web },
    externalIds: row.external_ids,
    target: { organization: row.organization_id },
  }
}

const presentContent = (row: ContentRow, publicUrl: string, kind: 'space' | 'site') => {
  const location = `${addressOf(publicUrl, row.integration, row.installation_id)}/${kind}s/${row.space_id ?? row.site_id}`
  const web = webAddressOf(row, location)
  return {
    integration: row.integration,
    installation: row.installation_id,
    status: row.status,
    configuration: presentConfiguration(row, row.manifest.configurations?.[kind]),
    externalIds: row.external_ids,
    urls: { location, publicEndpoint: web, publicContentEndpoint: web },
  }
}

/** Presents an installation on a space; `space` is its id, or the whole space. */
export const presentSpaceInstallation = (
  row: ContentRow,
  publicUrl: string,
  space: IntegrationSpaceInstallation['space'],
): IntegrationSpaceInstallation => ({ ...presentContent(row, publicUrl, 'space'), space })

/** Presents an installation on a site; `site` is its id, or the whole site. */
export const presentSiteInstallation = (
  row: ContentRow,
  publicUrl: string,
  site: IntegrationSiteInstallation['site'],
): IntegrationSiteInstallation => ({ ...presentContent(row, publicUrl, 'site'), site })
