import {
  type Integration,
  noOrganizationPermissions,
  type Organization,
  type OrganizationState,
  presentOrganization,
} from '@quire/contracts'
import { sql as raw, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../database.ts'
import type { IntegrationTables } from '../../tables/integrations.tables.ts'

type OwnerState = z.output<typeof OrganizationState>
export type IntegrationRow = Selectable<IntegrationTables['integration']>
/** An integration with the state of its owner; null for those that Quire ships. */
export type OwnedIntegration = IntegrationRow & { owner: OwnerState | null }

/** Selects integrations whose owner is known here. */
export const ownedIntegrations = (sql: Sql) =>
  sql
    .selectFrom('integration')
    .leftJoin('organization', 'organization.id', 'integration.organization_id')
    .selectAll('integration')
    .select('organization.state as owner')
    .where(raw<boolean>`(integration.organization_id is null or organization.id is not null)`)

interface IntegrationViewer {
  /** Ids of the organizations that the caller administers. */
  administered: readonly string[]
  publicUrl: string
}

/** Returns the address at which the bundle of an integration answers requests. */
export const webAddressOf = (publicUrl: string, name: string) =>
  `${publicUrl}/v1/integrations/${encodeURIComponent(name)}/web`

/** Presents an integration; its endpoint only to those who administer the organization that publishes it. */
export function presentIntegration(row: OwnedIntegration, { administered, publicUrl }: IntegrationViewer): Integration {
  const { name, version, target, visibility, manifest, endpoint, bundle_id, organization_id: ownerId, owner } = row
  const location = `${publicUrl}/v1/integrations/${encodeURIComponent(name)}`
  const web = bundle_id === null ? `${location}/render` : webAddressOf(publicUrl, name)
  const admin = ownerId !== null && administered.includes(ownerId)
  return {
    object: 'integration',
    name,
    version,
    ...manifest,
    previewImages: [],
    target,
    visibility,
    verified: ownerId === null,
    owner: owner ? presentOwner(owner, publicUrl) : quire(publicUrl),
    urls: {
      ...{ location, app: location, assets: location },
      ...{ publicEndpoint: web, publicContentEndpoint: web },
    },
    permissions: { admin },
    ...(admin && endpoint !== null && { endpoint }),
  }
}

/** Presents the owner to anybody: its name, and nothing of how it is run. */
function presentOwner(state: OwnerState, publicUrl: string): Organization {
  const told = { ...state, emailDomains: [], useCase: null, communityType: null, defaultRole: null, defaultSite: null }
  return presentOrganization(
    { ...told, sso: false, ai: false, inviteLinks: false },
    noOrganizationPermissions,
    publicUrl,
  )
}

/** The owner of what Quire ships, which is no organization here. */
const quire = (publicUrl: string): Organization => ({
  object: 'organization',
  id: 'quire',
  title: 'Quire',
  createdAt: '2026-01-01T00:00:00.000Z',
  emailDomains: [],
  type: 'community',
  defaultRole: null,
  sso: false,
  ai: false,
  inviteLinks: false,
  plan: 'enterprise_2024',
  mergeRules: { type: 'none' },
  urls: { location: `${publicUrl}/v1/`, app: `${publicUrl}/v1/` },
  trial: { status: 'notapplicable', count: 0 },
  internal_isOnNewTrial: true,
  permissions: noOrganizationPermissions,
})
