import { organization } from '@quire/contracts'
import type { Writer } from '../context.ts'
import { organizationState } from '../organizations/organizations.state.ts'
import { activeProviders } from './saml.rules.ts'

/**
 * Makes the oldest active provider the one that the organization names, and tells of it where that changes: refusals in
 * every service say where to sign in. Call it after the change of a provider, with the organization held, so that two
 * changes see each other.
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
