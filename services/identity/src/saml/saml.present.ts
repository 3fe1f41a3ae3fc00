import { type SAMLProvider, type SSOEntry, samlService, type Team, timestamp } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { presentTeamRow, teamsWithRole } from '../teams/teams.rules.ts'
import { isActive, type ProviderRow } from './saml.rules.ts'

/** Creates a presenter of providers for an administrator. Reads their teams in one query; leaves out missing teams. */
export async function providerPresenter(
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

type Entry = Pick<ProviderRow, 'id' | 'label' | 'organization_id'>

/** Presents a provider to sign in at. */
export function presentEntry({ id, label, organization_id }: Entry, publicUrl: string): z.infer<typeof SSOEntry> {
  const { startURL } = samlService(publicUrl, { organizationId: organization_id, id })
  return { id, label, startURL }
}
