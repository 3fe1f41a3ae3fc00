import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'

/** Ends the codes and tokens of a provider's sign-ins so far. Its row must be locked, or a sign-in could be missed. */
export async function endSignIns(writer: Writer & Pick<Context, 'now'>, providerId: string): Promise<void> {
  await writer.sql.deleteFrom('sign_in_code').where('provider_id', '=', providerId).execute()
  await revokeTokens(writer, { provider_id: providerId })
}

/** Removes a provider and the codes and tokens of its sign-ins; false if there is no such provider. */
export async function removeProvider(
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
