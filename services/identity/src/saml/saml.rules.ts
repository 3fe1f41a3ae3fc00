import { randomBytes } from 'node:crypto'
import { type samlOperations, samlService } from '@quire/contracts'
import { badRequest, conflict, type Input, notFound, violates } from '@quire/kit'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../database.ts'
import { readCertificate } from './certificates.ts'

export type ProviderRow = Selectable<Tables['saml_provider']>
/** A provider that people can sign in through. */
export type ActiveProvider = ProviderRow & { sso_url: string; entity_id: string; certificate: string }

interface OfProvider {
  organizationId: string
  samlProviderId: string
}

/** Bounds the providers of an organization, which people see without pages when they sign in. */
const maxProviders = 100

/** True if the provider has everything that a sign-in needs; otherwise it is pending. */
export const isActive = (row: ProviderRow): row is ActiveProvider =>
  row.sso_url !== null && row.entity_id !== null && row.certificate !== null

/** Selects the organization's providers for which `isActive` is true. */
export const activeProviders = (sql: Kysely<Tables>, organizationId: string) =>
  sql
    .selectFrom('saml_provider')
    .where('organization_id', '=', organizationId)
    .where('sso_url', 'is not', null)
    .where('entity_id', 'is not', null)
    .where('certificate', 'is not', null)

/** Returns the addresses at which the members of an organization sign in, the oldest provider first. */
export async function providerLogins(sql: Kysely<Tables>, organizationId: string, publicUrl: string) {
  const rows = await activeProviders(sql, organizationId).select(['id', 'label']).orderBy('id').execute()
  return rows.map(({ id, label }) => ({ id, label, startURL: samlService(publicUrl, { organizationId, id }).startURL }))
}

const findProvider = (sql: Kysely<Tables>, { organizationId, samlProviderId }: OfProvider) =>
  sql
    .selectFrom('saml_provider')
    .selectAll()
    .where('id', '=', samlProviderId)
    .where('organization_id', '=', organizationId)

/** Reads and locks a provider: `change` exclusively, `use` against changes. Throws 404 if there is no such provider. */
export async function requireProvider(
  sql: Kysely<Tables>,
  ofProvider: OfProvider,
  purpose: 'read' | 'use' | 'change' = 'read',
): Promise<ProviderRow> {
  const found = findProvider(sql, ofProvider)
  const locked = { read: found, use: found.forShare(), change: found.forNoKeyUpdate() }[purpose]
  const row = await locked.executeTakeFirst()
  if (!row) throw notFound('The SAML provider')
  return row
}

/** Throws 409 if the organization has the maximum number of providers; its row must be locked. */
export async function requireCapacity(sql: Kysely<Tables>, organizationId: string): Promise<void> {
  const { count } = await sql
    .selectFrom('saml_provider')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxProviders) {
    throw conflict(`An organization has at most ${maxProviders} SAML providers: delete one first.`)
  }
}

export const newRequestKey = () => randomBytes(32).toString('base64url')

type Body = Input<typeof samlOperations.updateOrganizationSAMLProvider>['body']

/** Returns the columns that a body sets; throws 400 for an invalid certificate and for a team of another organization. */
export async function columnsOf(sql: Kysely<Tables>, organizationId: string, body: Body) {
  const { label, ssoURL, entityID, certificate, defaultTeam, defaultRole } = body
  if (defaultTeam) await requireTeam(sql, organizationId, defaultTeam)
  return {
    ...(label !== undefined && { label }),
    ...(ssoURL !== undefined && { sso_url: ssoURL }),
    ...(entityID !== undefined && { entity_id: entityID }),
    ...(certificate !== undefined && { certificate: readCertificate(certificate) }),
    ...(defaultTeam !== undefined && { default_team: defaultTeam }),
    ...(defaultRole !== undefined && { default_role: defaultRole }),
  }
}

async function requireTeam(sql: Kysely<Tables>, organizationId: string, id: string) {
  const team = await sql
    .selectFrom('team')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!team) throw badRequest('body.defaultTeam', 'is not a team of this organization')
}

/** Converts the database's error for a second provider with the same entity id to a refusal; returns others unchanged. */
export const entityTaken = (error: unknown) =>
  violates(error, 'saml_provider_entity')
    ? badRequest('body.entityID', 'belongs to another SAML provider of this organization')
    : error
