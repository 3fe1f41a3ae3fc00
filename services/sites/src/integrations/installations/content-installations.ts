import type { spaceInstallationOperations } from '@quire/contracts'
import { conflict, countOf, type Input, keysetPage, listOf, newId, notFound } from '@quire/kit'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { type DeliveryNeeds, queueInstallationEvent } from '../events/installation-events.ts'
import { contentSecretContext, replaceConfiguration, statusOf } from './configuration.ts'
import { lockInstallation } from './find-installation.ts'
import type { ContentRow } from './installations.present.ts'
import { requireShipped, type ShippedNeeds } from './shipped-configuration.ts'

/** What an integration is installed on: a space, or a site. */
export type Kind = 'space' | 'site'

interface ContentIds {
  integrationName: string
  installationId: string
}

const maxOfInstallation = 10_000

/**
 * Selects the installations on spaces, or on sites, that are there: in the organization of the installation, and not
 * deleted.
 */
export const contentInstallations = (sql: Sql, kind: Kind) =>
  sql
    .selectFrom('integration_content')
    .innerJoin('integration', 'integration.name', 'integration_content.integration')
    .selectAll('integration_content')
    .select(['integration.manifest', 'integration.bundle_id'])
    .where(isThere(kind))

const isThere = (kind: Kind): RawBuilder<SqlBool> =>
  kind === 'space'
    ? raw`exists (select from space where space.id = integration_content.space_id
        and space.organization_id = integration_content.organization_id and space.deleted_at is null)`
    : raw`integration_content.site_id is not null`

const columnOf = (kind: Kind) => (kind === 'space' ? 'integration_content.space_id' : 'integration_content.site_id')

/** Returns the installation on one space or site; throws 404 if there is none. */
export async function contentAt(sql: Sql, kind: Kind, ids: ContentIds & { id: string }): Promise<ContentRow> {
  const row = await contentInstallations(sql, kind)
    .where('integration_content.installation_id', '=', ids.installationId)
    .where('integration_content.integration', '=', ids.integrationName)
    .where(columnOf(kind), '=', ids.id)
    .executeTakeFirst()
  if (!row) throw notFound('The installation')
  return row
}

/** Installs an integration on a space or site of the installation's organization; again changes nothing. */
export async function installOn(context: SitesContext<DeliveryNeeds> & { params: ContentIds }, kind: Kind, id: string) {
  const { sql, params } = context
  const { target, manifest, ...installation } = await lockInstallation(sql, params)
  await requireInOrganization(sql, kind, { id, organizationId: installation.organization_id })
  if (target !== 'all' && target !== kind)
    throw conflict(`This integration is not for ${kind}s: its target is "${target}".`)
  await requireRoom(sql, installation.id)
  await sql
    .insertInto('integration_content')
    .values({
      id: newId(),
      installation_id: installation.id,
      integration: installation.integration,
      organization_id: installation.organization_id,
      space_id: kind === 'space' ? id : null,
      site_id: kind === 'site' ? id : null,
      status: statusOf({ configuration: {}, secrets: {} }, manifest.configurations?.[kind]),
      configuration: '{}',
      secrets: '{}',
      external_ids: [],
    })
    .onConflict((same) => same.columns(['installation_id', kind === 'space' ? 'space_id' : 'site_id']).doNothing())
    .execute()
  const row = await contentAt(sql, kind, { ...params, id })
  await announce(context, kind, row, { status: row.status })
  return row
}

type Update = Input<typeof spaceInstallationOperations.updateIntegrationSpaceInstallation>['body']

/** Changes the configuration on a space or site; absent fields stay unchanged. */
export async function updateContent(
  context: SitesContext<DeliveryNeeds & ShippedNeeds> & { params: ContentIds },
  kind: Kind,
  id: string,
  { configuration, externalIds }: Update,
): Promise<ContentRow> {
  const { sql, params, deps } = context
  const { manifest } = await lockInstallation(sql, params)
  const row = await contentAt(sql, kind, { ...params, id })
  const declared = manifest.configurations?.[kind]
  requireShipped(row.integration, configuration ?? {}, deps)
  const contextOf = (property: string) => contentSecretContext(row.id, property)
  const stored = configuration
    ? replaceConfiguration({ given: configuration, declared, stored: row, sealer: deps.sealer, contextOf })
    : row
  await sql
    .updateTable('integration_content')
    .set({
      external_ids: externalIds,
      configuration: JSON.stringify(stored.configuration),
      secrets: JSON.stringify(stored.secrets),
      status: statusOf(stored, declared),
    })
    .where('id', '=', row.id)
    .execute()
  const changed = await contentAt(sql, kind, { ...params, id })
  await announce(context, kind, changed, { status: changed.status, before: row.status })
  return changed
}

/** Removes the installation from a space or site; false if there is none. */
export async function uninstallFrom(
  context: SitesContext<DeliveryNeeds> & { params: ContentIds },
  kind: Kind,
  id: string,
): Promise<boolean> {
  const { sql, params } = context
  const removed = await sql
    .deleteFrom('integration_content')
    .where('installation_id', '=', params.installationId)
    .where('integration', '=', params.integrationName)
    .where(columnOf(kind), '=', id)
    .returningAll()
    .executeTakeFirst()
  if (removed) await announce(context, kind, removed)
  return removed !== undefined
}

/** Tells the endpoint; without a status that the installation is gone. */
const announce = (
  context: SitesContext<DeliveryNeeds>,
  kind: Kind,
  { installation_id: id, integration, organization_id, space_id, site_id }: Omit<ContentRow, 'manifest' | 'bundle_id'>,
  change?: { status: ContentRow['status']; before?: ContentRow['status'] },
) =>
  queueInstallationEvent(
    context,
    { id, integration, organization_id },
    {
      type: change ? `${kind}_installation_setup` : `${kind}_installation_deleted`,
      spaceId: space_id ?? undefined,
      siteId: site_id ?? undefined,
      ...change,
    },
  )

interface ContentList<Item> extends Pick<SitesContext, 'sql' | 'page' | 'cursors'> {
  rows: ReturnType<typeof contentInstallations>
  presenter: (rows: ContentRow[]) => Promise<(row: ContentRow) => Item>
}

/** Lists installations on spaces or sites, oldest first. */
export async function listContent<Item>({ sql, page, cursors, rows: all, presenter }: ContentList<Item>) {
  const rows = await keysetPage(all, page, ['integration_content.id']).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: await presenter(rows.slice(0, page.limit)),
    after: (row) => [row.id],
    count: () => countOf(sql, all.clearSelect().select('integration_content.id')),
  })
}

async function requireInOrganization(
  sql: Sql,
  kind: Kind,
  { id, organizationId }: { id: string; organizationId: string },
) {
  const found =
    kind === 'space'
      ? await sql
          .selectFrom('space')
          .select('id')
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : await sql
          .selectFrom('site')
          .select('id')
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .executeTakeFirst()
  if (!found) throw notFound(`The ${kind}`)
}

async function requireRoom(sql: Sql, installationId: string): Promise<void> {
  const present = sql.selectFrom('integration_content').select('id').where('installation_id', '=', installationId)
  if (((await countOf(sql, present)) ?? maxOfInstallation) >= maxOfInstallation)
    throw conflict(`An installation is on ${maxOfInstallation} spaces and sites at most.`)
}
