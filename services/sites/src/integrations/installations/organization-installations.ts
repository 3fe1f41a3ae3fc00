import { readableSpaceIds, siteVisibleTo } from '@quire/access'
import type { installationOperations } from '@quire/contracts'
import { anyOf, countOf, type Input, keysetPage, listOf, notFound } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../../context.ts'
import { administeredIds } from '../administered-organizations.ts'
import { ownedIntegrations, presentIntegration } from '../published/integrations.present.ts'
import { matching } from '../published/list-integrations.ts'
import { contentInstallations, type Kind } from './content-installations.ts'
import { installations, presentInstallation } from './installations.present.ts'

type Statuses = SitesContext & Input<typeof installationOperations.listOrganizationIntegrationsStatus>

/** Lists the integrations that are installed on an organization, by name. */
export async function listOrganizationInstallations(
  context: SitesContext & Input<typeof installationOperations.listOrganizationInstallations>,
) {
  const { sql, params, query, deps, page, cursors } = context
  const all = installations(sql)
    .where('integration_installation.organization_id', '=', params.organizationId)
    .$if(query.search !== undefined, (some) => some.where(matching(query.search ?? '')))
  const rows = await keysetPage(all, page, ['integration_installation.integration']).execute()
  const present = await integrationPresenter(context, rows)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => ({
      integration: present(row.integration),
      installation: presentInstallation(row, deps.publicUrl),
    }),
    after: (row) => [row.integration],
    count: () => countOf(sql, all.clearSelect().select('integration_installation.id')),
  })
}

/** Lists what is installed on the organization, or on its spaces or sites that the caller sees. */
export const listOrganizationIntegrationsStatus = (context: Statuses) =>
  context.query.target === 'organization' ? onOrganization(context) : onContent(context, context.query.target)

async function onOrganization(context: Statuses) {
  const { sql, params, page, cursors } = context
  const { organizationId } = params
  const all = sql
    .selectFrom('integration_installation')
    .select(['id', 'integration', 'status'])
    .where('organization_id', '=', organizationId)
  const rows = await keysetPage(all, page, ['integration']).execute()
  const present = await integrationPresenter(context, rows)
  return listOf({
    page,
    cursors,
    rows,
    present: ({ status, integration }) => ({
      status,
      integration: present(integration),
      target: { type: 'organization' as const, organizationId },
    }),
    after: (row) => [row.integration],
    count: () => countOf(sql, all.clearSelect().select('id')),
  })
}

async function onContent(context: Statuses, kind: Kind) {
  const { sql, params, access, page, cursors } = context
  const { member } = access
  const isVisible =
    kind === 'space'
      ? raw<SqlBool>`integration_content.space_id in ${readableSpaceIds({ member })}`
      : raw<SqlBool>`exists (
          select from site where site.id = integration_content.site_id and ${siteVisibleTo(member)})`
  const all = contentInstallations(sql, kind)
    .where('integration_content.organization_id', '=', params.organizationId)
    .where(isVisible)
  const rows = await keysetPage(all, page, ['integration_content.id']).execute()
  const present = await integrationPresenter(context, rows)
  return listOf({
    page,
    cursors,
    rows,
    present: ({ status, integration, space_id, site_id }) => ({
      status,
      integration: present(integration),
      target:
        kind === 'space'
          ? { type: 'space' as const, spaceId: String(space_id) }
          : { type: 'site' as const, siteId: String(site_id) },
    }),
    after: (row) => [row.id],
    count: () => countOf(sql, all.clearSelect().select('integration_content.id')),
  })
}

/** Loads the integrations of some installations in one query. */
async function integrationPresenter(context: SitesContext, rows: readonly { integration: string }[]) {
  const { sql, deps } = context
  const names = rows.map(({ integration }) => integration)
  const found = await ownedIntegrations(sql).where('integration.name', '=', anyOf(names)).execute()
  const administered = await administeredIds(context)
  const byName = new Map(
    found.map((row) => [row.name, presentIntegration(row, { administered, publicUrl: deps.publicUrl })]),
  )
  return (name: string) => {
    const integration = byName.get(name)
    if (!integration) throw notFound('The integration')
    return integration
  }
}
