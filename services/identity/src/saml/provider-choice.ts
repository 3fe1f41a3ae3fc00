import { organization } from '@quire/contracts'
import type { Writer } from '../database.ts'
import { organizationState } from '../organizations/organizations.state.ts'
import { activeProviders } from './saml.rules.ts'

/**
 * Makes the oldest active provider the organization's, and emits the change: refusals in every service name the address
 * to sign in at. Call this after the change of a provider, with the organization locked, so that two changes see each
 * other.
 */
export async function chooseProvider({ sql, emit }: Writer, organizationId: string): Promise<void> {
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
