import { actingMember, demand, storedLevel } from '@quire/access'
import { type IntegrationManifest, installationOperations } from '@quire/contracts'
import {
  absent,
  anyOf,
  conflict,
  countOf,
  created,
  deleted,
  forbidden,
  type Input,
  keysetPage,
  listOf,
  newId,
  notFound,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import { implementWith, type SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { organizationsOf, viewersOf } from '../administered-organizations.ts'
import { type DeliveryNeeds, queueInstallationEvent } from '../events/installation-events.ts'
import type { IntegrationRow } from '../published/integrations.present.ts'
import { installationSecretContext, replaceConfiguration, statusOf } from './configuration.ts'
import { installationAt, lockInstallation } from './find-installation.ts'
import { type InstallationRow, installations, presentInstallation } from './installations.present.ts'
import { listOrganizationInstallations, listOrganizationIntegrationsStatus } from './organization-installations.ts'
import { requireShipped, type ShippedNeeds } from './shipped-configuration.ts'

type Install = SitesContext<DeliveryNeeds> & Input<typeof installationOperations.installIntegration>
type Update = SitesContext<DeliveryNeeds & ShippedNeeds> &
  Input<typeof installationOperations.updateIntegrationInstallation>

const maxInstallations = 200
const noConfiguration = { configuration: {}, secrets: {} }

export const installationRoutes = implementWith<DeliveryNeeds & ShippedNeeds>()(installationOperations, {
  async installIntegration(context) {
    const { deps, sql } = context
    const id = await install(context)
    const row = await installations(sql).where('integration_installation.id', '=', id).executeTakeFirstOrThrow()
    return created(presentInstallation(row, deps.publicUrl))
  },

  async listIntegrationInstallations(context) {
    const { sql, params, query, deps, page, cursors } = context
    const organizations = organizationsOf(await viewersOf(context))
    const all = installations(sql)
      .where('integration_installation.integration', '=', params.integrationName)
      .$if(organizations !== undefined, (some) =>
        some.where('integration_installation.organization_id', '=', anyOf(organizations ?? [])),
      )
      .$if(query.externalId !== undefined, (some) =>
        some.where(raw<boolean>`integration_installation.external_ids @> array[${query.externalId}]::text[]`),
      )
    return listOf({
      page,
      cursors,
      rows: await keysetPage(all, page, ['integration_installation.id']).execute(),
      present: (row) => presentInstallation(row, deps.publicUrl),
      after: (row) => [row.id],
      count: () => countOf(sql, all.clearSelect().select('integration_installation.id')),
    })
  },

  async getIntegrationInstallationById({ sql, params, deps }) {
    return presentInstallation(await installationAt(sql, params), deps.publicUrl)
  },

  async updateIntegrationInstallation(context) {
    const { sql, params, deps } = context
    const row = await lockInstallation(sql, params)
    await update(context, row)
    return presentInstallation(await installationAt(sql, params), deps.publicUrl)
  },

  async uninstallIntegration(context) {
    const { sql, params, access } = context
    if (access.isUnknown) return absent()
    await context.askAgain()
    const removed = await sql
      .deleteFrom('integration_installation')
      .where('id', '=', params.installationId)
      .where('integration', '=', params.integrationName)
      .returning(['id', 'integration', 'organization_id'])
      .executeTakeFirst()
    if (!removed) return absent()
    await queueInstallationEvent(context, removed, { type: 'installation_deleted' })
    return deleted()
  },

  listOrganizationInstallations,
  listOrganizationIntegrationsStatus,

  async getOrganizationIntegrationStatus({ sql, params }) {
    const found = await sql
      .selectFrom('integration_installation')
      .select('status')
      .where('organization_id', '=', params.organizationId)
      .where('integration', '=', params.integrationName)
      .executeTakeFirst()
    if (!found) throw notFound('The installation')
    return { status: found.status }
  },
})

/**
 * Installs with the scopes of the integration's present version. Installing again keeps everything, and grants the scopes
 * of a later version.
 */
async function install(context: Install): Promise<string> {
  const { sql, params, body, caller, deps } = context
  const member = await actingMember(sql, caller, body.organization, deps)
  demand(storedLevel(member.role), 'admin')
  const integration = await sql
    .selectFrom('integration')
    .selectAll()
    .where('name', '=', params.integrationName)
    .forShare()
    .executeTakeFirst()
  const isElsewhere = integration?.visibility === 'private' && integration.organization_id !== member.organizationId
  if (!integration || isElsewhere) throw notFound('The integration')
  await requireRoom(sql, member.organizationId)
  const installed = await sql
    .insertInto('integration_installation')
    .values(newInstallation(integration, member.organizationId))
    .onConflict((same) =>
      same
        .columns(['organization_id', 'integration'])
        .doUpdateSet({ scopes: (excluded) => excluded.ref('excluded.scopes'), updated_at: raw<Date>`now()` }),
    )
    .returning(['id', 'integration', 'organization_id', 'status'])
    .executeTakeFirstOrThrow()
  context.audit({ organizations: [member.organizationId], values: { scopes: integration.manifest.scopes } })
  await queueInstallationEvent(context, installed, { type: 'installation_setup', status: installed.status })
  return installed.id
}

function newInstallation({ name, target, manifest }: IntegrationRow, organizationId: string) {
  return {
    id: newId(),
    integration: name,
    organization_id: organizationId,
    status: statusOf(noConfiguration, manifest.configurations?.account),
    scopes: JSON.stringify(manifest.scopes),
    space_selection: target === 'space' ? ('selected' as const) : ('all' as const),
    // Scripts reach visitors, so that each site is chosen.
    site_selection: 'selected' as const,
    configuration: '{}',
    secrets: '{}',
    external_ids: [],
  }
}

async function update(context: Update, row: InstallationRow & { manifest: IntegrationManifest }) {
  const { sql, body, caller, deps } = context
  const isItself = caller.kind === 'integration'
  if (isItself && (body.space_selection ?? body.site_selection))
    throw forbidden('People decide what an integration is enabled on.')
  const declared = row.manifest.configurations?.account
  requireShipped(row.integration, body.configuration ?? {}, deps)
  const contextOf = (property: string) => installationSecretContext(row.id, property)
  const stored = body.configuration
    ? replaceConfiguration({ given: body.configuration, declared, stored: row, sealer: deps.sealer, contextOf })
    : row
  // An integration whose events pile up does not resume itself.
  const status = isItself && row.status === 'paused' ? 'paused' : statusOf(stored, declared)
  await sql
    .updateTable('integration_installation')
    .set({
      external_ids: body.externalIds,
      space_selection: body.space_selection,
      site_selection: body.site_selection,
      configuration: JSON.stringify(stored.configuration),
      secrets: JSON.stringify(stored.secrets),
      status,
      updated_at: raw<Date>`now()`,
    })
    .where('id', '=', row.id)
    .execute()
  await queueInstallationEvent(context, row, { type: 'installation_setup', status, before: row.status })
}

async function requireRoom(sql: Sql, organizationId: string): Promise<void> {
  const present = sql.selectFrom('integration_installation').select('id').where('organization_id', '=', organizationId)
  if (((await countOf(sql, present)) ?? maxInstallations) >= maxInstallations)
    throw conflict(`An organization has ${maxInstallations} installed integrations at most.`)
}
