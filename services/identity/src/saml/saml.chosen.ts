import { organization } from '@quire/contracts'
import type { Kysely, Selectable } from 'kysely'
import type { Writer } from '../context.ts'
import { organizationState } from '../organizations/organizations.events.ts'
import type { Tables } from '../tables.ts'
import { activeProviders } from './saml.rules.ts'

/** Holds the organization's providers still to the end of the transaction: two changes see each other's. */
export function lockOrganization(
  sql: Kysely<Tables>,
  organizationId: string,
): Promise<Pick<Selectable<Tables['organization']>, 'default_role'>> {
  return sql
    .selectFrom('organization')
    .select('default_role')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Has the organization name its oldest active provider, and tells of it where that is another one than before:
 * refusals in every service say where to sign in. Call it after the change of a provider: the organization is locked
 * after its provider, as by somebody who joins while signing in.
 */
export async function chooseProvider({ sql, emit }: Writer, organizationId: string): Promise<void> {
  await lockOrganization(sql, organizationId)
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
