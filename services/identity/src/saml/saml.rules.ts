import { randomBytes } from 'node:crypto'
import type { samlOperations } from '@quire/contracts'
import { badRequest, conflict, type Input, notFound, violates } from '@quire/kit'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../tables.ts'
import { readCertificate } from './certificates.ts'

export type ProviderRow = Selectable<Tables['saml_provider']>
/** One that people can sign in through. */
export type ActiveProvider = ProviderRow & { sso_url: string; entity_id: string; certificate: string }

interface OfProvider {
  organizationId: string
  samlProviderId: string
}

/** They are listed without pages where people sign in. */
const mostProviders = 100

/** A provider is pending until all is known that a sign-in needs. */
export const isActive = (row: ProviderRow): row is ActiveProvider =>
  row.sso_url !== null && row.entity_id !== null && row.certificate !== null

/** The organization's providers in whom `isActive` holds. */
export const activeProviders = (sql: Kysely<Tables>, organizationId: string) =>
  sql
    .selectFrom('saml_provider')
    .where('organization_id', '=', organizationId)
    .where('sso_url', 'is not', null)
    .where('entity_id', 'is not', null)
    .where('certificate', 'is not', null)

const findProvider = (sql: Kysely<Tables>, { organizationId, samlProviderId }: OfProvider) =>
  sql
    .selectFrom('saml_provider')
    .selectAll()
    .where('id', '=', samlProviderId)
    .where('organization_id', '=', organizationId)

/** 404 where the organization has no such provider. `change` locks it for a change, `use` keeps changes away. */
export async function requireProvider(
  sql: Kysely<Tables>,
  ofProvider: OfProvider,
  purpose: 'show' | 'use' | 'change' = 'show',
): Promise<ProviderRow> {
  const found = findProvider(sql, ofProvider)
  const locked = { show: found, use: found.forShare(), change: found.forNoKeyUpdate() }[purpose]
  const row = await locked.executeTakeFirst()
  if (!row) throw notFound('The SAML provider')
  return row
}

/** Throws 409 where the organization has as many as it may; its row must be locked. */
export async function requireRoom(sql: Kysely<Tables>, organizationId: string): Promise<void> {
  const { count } = await sql
    .selectFrom('saml_provider')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostProviders) {
    throw conflict(`An organization has at most ${mostProviders} SAML providers: delete one first.`)
  }
}

export const newRequestKey = () => randomBytes(32).toString('base64url')

type Body = Input<typeof samlOperations.updateOrganizationSAMLProvider>['body']

/** The columns that a body sets; throws 400 for what is no certificate and for a team of another organization. */
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

/** The database's refusal of a second provider with one entity id, as an answer; anything else as it is. */
export const entityTaken = (error: unknown) =>
  violates(error, 'saml_provider_entity')
    ? badRequest('body.entityID', 'belongs to another SAML provider of this organization')
    : error
