import type { Member } from '@quire/access'
import {
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
  siteInstallationOperations,
  spaceInstallationOperations,
} from '@quire/contracts'
import { absent, anyOf, created, deleted } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implementWith, type SitesContext } from '../../context.ts'
import { administeredOrganizations } from '../administered-organizations.ts'
import type { DeliveryNeeds } from '../events/installation-events.ts'
import {
  contentAt,
  contentInstallations,
  installOn,
  type Kind,
  listContent,
  uninstallFrom,
  updateContent,
} from './content-installations.ts'
import { wholeSites, wholeSpaces } from './extended-content.ts'
import { type ContentRow, presentSiteInstallation, presentSpaceInstallation } from './installations.present.ts'
import type { ShippedNeeds } from './shipped-configuration.ts'

interface Listing {
  params: { integrationName: string; installationId?: string }
  query: { externalId?: string | undefined }
}

/** Selects the installations of the path, or those of the integration in organizations that the caller administers. */
function listed({ sql, params, query }: SitesContext & Listing, kind: Kind, members: readonly Member[]) {
  const organizations = members.map(({ organizationId }) => organizationId)
  return contentInstallations(sql, kind)
    .where('integration_content.integration', '=', params.integrationName)
    .where('integration_content.organization_id', '=', anyOf(organizations))
    .$if(params.installationId !== undefined, (some) =>
      some.where('integration_content.installation_id', '=', params.installationId ?? ''),
    )
    .$if(query.externalId !== undefined, (some) =>
      some.where(raw<boolean>`integration_content.external_ids @> array[${query.externalId}]::text[]`),
    )
}

type Extending = SitesContext & { query: { extended?: boolean | undefined } }

/** Loads the whole spaces if they are asked for; the presenter gives ids else. */
async function spacePresenter(context: Extending, members: readonly Member[], rows: readonly ContentRow[]) {
  const { query, deps } = context
  const spaces = query.extended ? await wholeSpaces(context, members, rows) : new Map()
  return (row: ContentRow): IntegrationSpaceInstallation =>
    presentSpaceInstallation(row, deps.publicUrl, spaces.get(row.space_id) ?? String(row.space_id))
}

async function sitePresenter(context: Extending, members: readonly Member[], rows: readonly ContentRow[]) {
  const { query, deps } = context
  const sites = query.extended ? await wholeSites(context, members, rows) : new Map()
  return (row: ContentRow): IntegrationSiteInstallation =>
    presentSiteInstallation(row, deps.publicUrl, sites.get(row.site_id) ?? String(row.site_id))
}

async function presentOnSpace(context: Extending, row: ContentRow) {
  return (await spacePresenter(context, [context.access.member], [row]))(row)
}

async function presentOnSite(context: Extending, row: ContentRow) {
  return (await sitePresenter(context, [context.access.member], [row]))(row)
}

async function listOnSpaces(context: Extending & Listing, members: readonly Member[]) {
  const rows = listed(context, 'space', members)
  return listContent({ ...context, rows, presenter: (some) => spacePresenter(context, members, some) })
}

async function listOnSites(context: Extending & Listing, members: readonly Member[]) {
  const rows = listed(context, 'site', members)
  return listContent({ ...context, rows, presenter: (some) => sitePresenter(context, members, some) })
}

export const spaceInstallationRoutes = implementWith<DeliveryNeeds & ShippedNeeds>()(spaceInstallationOperations, {
  listIntegrationSpaceInstallations: async (context) => listOnSpaces(context, await administeredOrganizations(context)),
  listIntegrationInstallationSpaces: (context) => listOnSpaces(context, [context.access.member]),

  async installIntegrationOnSpace(context) {
    return created(await presentOnSpace(context, await installOn(context, 'space', context.body.space)))
  },

  async getIntegrationSpaceInstallation(context) {
    const { sql, params } = context
    return presentOnSpace(context, await contentAt(sql, 'space', { ...params, id: params.spaceId }))
  },

  async updateIntegrationSpaceInstallation(context) {
    return presentOnSpace(context, await updateContent(context, 'space', context.params.spaceId, context.body))
  },

  async uninstallIntegrationFromSpace(context) {
    return (await uninstallFrom(context, 'space', context.params.spaceId)) ? deleted() : absent()
  },
})

export const siteInstallationRoutes = implementWith<DeliveryNeeds & ShippedNeeds>()(siteInstallationOperations, {
  listIntegrationSiteInstallations: async (context) => listOnSites(context, await administeredOrganizations(context)),
  listIntegrationInstallationSites: (context) => listOnSites(context, [context.access.member]),

  async installIntegrationOnSite(context) {
    return created(await presentOnSite(context, await installOn(context, 'site', context.body.siteId)))
  },

  async getIntegrationSiteInstallation(context) {
    const { sql, params } = context
    return presentOnSite(context, await contentAt(sql, 'site', { ...params, id: params.siteId }))
  },

  async updateIntegrationSiteInstallation(context) {
    return presentOnSite(context, await updateContent(context, 'site', context.params.siteId, context.body))
  },

  async uninstallIntegrationFromSite(context) {
    return (await uninstallFrom(context, 'site', context.params.siteId)) ? deleted() : absent()
  },
})
