import {
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
  siteInstallationOperations,
  spaceInstallationOperations,
} from '@quire/contracts'
import { absent, anyOf, created, deleted } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implementWith, type SitesContext } from '../../context.ts'
import { type InstallationViewers, organizationsOf, viewersOf, viewersOfPath } from '../administered-organizations.ts'
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
function listed({ sql, params, query }: SitesContext & Listing, kind: Kind, viewers: InstallationViewers) {
  const organizations = organizationsOf(viewers)
  return contentInstallations(sql, kind)
    .where('integration_content.integration', '=', params.integrationName)
    .$if(organizations !== undefined, (some) =>
      some.where('integration_content.organization_id', '=', anyOf(organizations ?? [])),
    )
    .$if(params.installationId !== undefined, (some) =>
      some.where('integration_content.installation_id', '=', params.installationId ?? ''),
    )
    .$if(query.externalId !== undefined, (some) =>
      some.where(raw<boolean>`integration_content.external_ids @> array[${query.externalId}]::text[]`),
    )
}

type Extending = SitesContext & { query: { extended?: boolean | undefined } }

/** Loads the whole spaces if they are asked for; the presenter gives ids else. */
async function spacePresenter(context: Extending, viewers: InstallationViewers, rows: readonly ContentRow[]) {
  const { query, deps } = context
  const spaces = query.extended ? await wholeSpaces(context, viewers, rows) : new Map()
  return (row: ContentRow): IntegrationSpaceInstallation =>
    presentSpaceInstallation(row, deps.publicUrl, spaces.get(row.space_id) ?? String(row.space_id))
}

async function sitePresenter(context: Extending, viewers: InstallationViewers, rows: readonly ContentRow[]) {
  const { query, deps } = context
  const sites = query.extended ? await wholeSites(context, viewers, rows) : new Map()
  return (row: ContentRow): IntegrationSiteInstallation =>
    presentSiteInstallation(row, deps.publicUrl, sites.get(row.site_id) ?? String(row.site_id))
}

async function presentOnSpace(context: Extending, row: ContentRow) {
  return (await spacePresenter(context, viewersOfPath(context), [row]))(row)
}

async function presentOnSite(context: Extending, row: ContentRow) {
  return (await sitePresenter(context, viewersOfPath(context), [row]))(row)
}

async function listOnSpaces(context: Extending & Listing, viewers: InstallationViewers) {
  const rows = listed(context, 'space', viewers)
  return listContent({ ...context, rows, presenter: (some) => spacePresenter(context, viewers, some) })
}

async function listOnSites(context: Extending & Listing, viewers: InstallationViewers) {
  const rows = listed(context, 'site', viewers)
  return listContent({ ...context, rows, presenter: (some) => sitePresenter(context, viewers, some) })
}

export const spaceInstallationRoutes = implementWith<DeliveryNeeds & ShippedNeeds>()(spaceInstallationOperations, {
  listIntegrationSpaceInstallations: async (context) => listOnSpaces(context, await viewersOf(context)),
  listIntegrationInstallationSpaces: (context) => listOnSpaces(context, viewersOfPath(context)),

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
  listIntegrationSiteInstallations: async (context) => listOnSites(context, await viewersOf(context)),
  listIntegrationInstallationSites: (context) => listOnSites(context, viewersOfPath(context)),

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
