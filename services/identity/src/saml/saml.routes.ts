import type { SAMLProvider, Team } from '@quire/contracts'
import { organization, samlOperations, samlService, timestamp } from '@quire/contracts'
import { absent, anyOf, countOf, created, deleted, keysetPage, listOf, newId } from '@quire/kit'
import type { Context } from '../context.ts'
import { implement } from '../context.ts'
import type { Writer } from '../database.ts'
import { organizationState } from '../organizations/organizations.state.ts'
import { presentTeamRow, teamsWithRole } from '../teams/teams.rules.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'
import type { ProviderRow } from './saml.rules.ts'
import {
  activeProviders,
  columnsOf,
  entityTaken,
  isActive,
  newRequestKey,
  providerLogins,
  requireCapacity,
  requireProvider,
} from './saml.rules.ts'

export const samlRoutes = implement(samlOperations, {
  /** Lists providers, oldest first. */
  async listSAMLProvidersInOrganizationById(context) {
    const { sql, params, page, cursors } = context
    const all = sql.selectFrom('saml_provider').where('organization_id', '=', params.organizationId)
    const rows = await keysetPage(all.selectAll(), page, ['id']).execute()
    const present = await providerPresenter(context, rows)
    return listOf({
      page,
      cursors,
      rows,
      present,
      after: (row) => [row.id],
      count: () => countOf(sql, all.select('id')),
    })
  },

  async createOrganizationSAMLProvider(context) {
    const { sql, lockOrganization, params, body } = context
    const { organizationId } = params
    const { default_role } = (await lockOrganization('change')).organization
    await requireCapacity(sql, organizationId)
    const columns = await columnsOf(sql, organizationId, body)
    const row = await sql
      .insertInto('saml_provider')
      .values({
        id: newId(),
        organization_id: organizationId,
        request_key: newRequestKey(),
        default_role,
        label: body.label,
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw entityTaken(error)
      })
    await chooseProvider(context, organizationId)
    return created((await providerPresenter(context, [row]))(row))
  },

  async getOrganizationSAMLProviderById(context) {
    const row = await requireProvider(context.sql, context.params)
    return (await providerPresenter(context, [row]))(row)
  },

  async updateOrganizationSAMLProvider(context) {
    const { sql, lockOrganization, params, body } = context
    // The provider is locked before the organization, in the same order as when a person joins while signing in.
    const before = await requireProvider(sql, params, 'change')
    await lockOrganization('change')
    const columns = await columnsOf(sql, params.organizationId, body)
    const after = await sql
      .updateTable('saml_provider')
      .set({ label: before.label, ...columns })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw entityTaken(error)
      })
    const isAnother = after.certificate !== before.certificate || after.entity_id !== before.entity_id
    if (isAnother) await endSignIns(context, before.id)
    await chooseProvider(context, params.organizationId)
    return (await providerPresenter(context, [after]))(after)
  },

  async deleteOrganizationSAMLProvider(context) {
    if (!(await removeProvider(context, context.params))) return absent()
    await context.lockOrganization('change')
    await chooseProvider(context, context.params.organizationId)
    return deleted()
  },

  async listSSOProviderLoginsInOrganization({ sql, params, publicUrl }) {
    return { items: await providerLogins(sql, params.organizationId, publicUrl) }
  },
})

/**
 * Makes the oldest active provider the organization's, and emits the change: refusals in every service name the address
 * to sign in at. Call this after the change of a provider, with the organization locked, so that two changes see each
 * other.
 */
async function chooseProvider({ sql, emit }: Writer, organizationId: string): Promise<void> {
  const oldest = await activeProviders(sql, organizationId).select('id').orderBy('id').executeTakeFirst()
  const chosen = oldest?.id ?? null
  const row = await sql
    .updateTable('organization')
    .set((set) => ({ saml_provider: chosen, version: set('version', '+', 1) }))
    .where('id', '=', organizationId)
    .where('saml_provider', 'is distinct from', chosen)
    .returningAll()
    .executeTakeFirst()
  if (row) emit(organization.saved, organizationState(row))
}

/** Ends the codes and tokens of a provider's sign-ins so far. Its row must be locked, or a sign-in could be missed. */
async function endSignIns(writer: Writer & Pick<Context, 'now'>, providerId: string): Promise<void> {
  await writer.sql.deleteFrom('sign_in_code').where('provider_id', '=', providerId).execute()
  await revokeTokens(writer, { provider_id: providerId })
}

/** Removes a provider and the codes and tokens of its sign-ins; false if there is no such provider. */
async function removeProvider(
  writer: Writer & Pick<Context, 'now'>,
  { organizationId, samlProviderId }: { organizationId: string; samlProviderId: string },
): Promise<boolean> {
  const row = await writer.sql
    .deleteFrom('saml_provider')
    .where('id', '=', samlProviderId)
    .where('organization_id', '=', organizationId)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await endSignIns(writer, row.id)
  return true
}

/** Creates a presenter of providers for an administrator. Reads their teams in one query; leaves out missing teams. */
async function providerPresenter(
  { sql, membership, publicUrl }: Pick<Context, 'sql' | 'membership' | 'publicUrl'>,
  rows: ProviderRow[],
): Promise<(row: ProviderRow) => SAMLProvider> {
  const ids = [...new Set(rows.flatMap((row) => row.default_team ?? []))]
  const teams = ids.length === 0 ? [] : await teamsWithRole(sql, membership).where('team.id', '=', anyOf(ids)).execute()
  const teamsById = new Map(teams.map((team) => [team.id, presentTeamRow(membership, team)]))
  return (row) => present(row, teamsById.get(row.default_team ?? ''), publicUrl)
}

function present(row: ProviderRow, defaultTeam: Team | undefined, publicUrl: string): SAMLProvider {
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ssoURL: row.sso_url ?? '',
    entityID: row.entity_id ?? '',
    certificate: row.certificate ?? '',
    ...(defaultTeam && { defaultTeam }),
    defaultRole: row.default_role,
    createdAt: timestamp(row.created_at),
    status: isActive(row) ? 'active' : 'pending',
    service: samlService(publicUrl, { organizationId: row.organization_id, id: row.id }),
    urls: { location: `${publicUrl}/v1/orgs/${row.organization_id}/saml/${row.id}` },
  }
}
