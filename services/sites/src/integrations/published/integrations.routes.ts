import { enabledIntegrationOperations, integrationOperations } from '@quire/contracts'
import { absent, deleted, notFound } from '@quire/kit'
import { implement, implementWith, type SitesContext } from '../../context.ts'
import { administeredIds } from '../administered-organizations.ts'
import { enabledIn, type Place } from './enabled-integrations.ts'
import { ownedIntegrations, presentIntegration } from './integrations.present.ts'
import { listIntegrations } from './list-integrations.ts'
import { type PublishingNeeds, publishIntegration } from './publish-integration.ts'

export const integrationRoutes = implementWith<PublishingNeeds>()(integrationOperations, {
  listIntegrations: (context) => listIntegrations(context),
  listOrganizationIntegrations: (context) => listIntegrations(context, context.access.organizationId),
  publishIntegration,

  async getIntegrationByName(context) {
    const { sql, params, deps } = context
    const row = await ownedIntegrations(sql).where('integration.name', '=', params.integrationName).executeTakeFirst()
    if (!row) throw notFound('The integration')
    return presentIntegration(row, { administered: await administeredIds(context), publicUrl: deps.publicUrl })
  },

  async unpublishIntegration(context) {
    const { sql, params, access } = context
    if (access.isUnknown) return absent()
    // Checked now, because at the end of the write there is no integration left to check.
    await context.askAgain()
    const removed = await sql
      .deleteFrom('integration')
      .where('name', '=', params.integrationName)
      .where('organization_id', '=', access.organizationId)
      .executeTakeFirst()
    return removed.numDeletedRows > 0n ? deleted() : absent()
  },
})

export const enabledIntegrationRoutes = implement(enabledIntegrationOperations, {
  listSpaceIntegrations: (context) => listEnabled(context, { spaceId: context.params.spaceId }, context.query.search),
  listSiteIntegrations: (context) => listEnabled(context, { siteId: context.params.siteId }, context.query.search),

  async listSpaceIntegrationsBlocks({ sql, params, access }) {
    const rows = await enabledIn(sql, access.organizationId, { spaceId: params.spaceId })
    return rows.flatMap(({ name, manifest: { blocks = [] } }) => (blocks.length > 0 ? [{ name, blocks }] : []))
  },
})

async function listEnabled(context: SitesContext, place: Place, search?: string) {
  const { sql, access, deps } = context
  const rows = await enabledIn(sql, access.organizationId, place, search)
  const administered = await administeredIds(context)
  const items = rows.map((row) => presentIntegration(row, { administered, publicUrl: deps.publicUrl }))
  return { items, count: items.length }
}
