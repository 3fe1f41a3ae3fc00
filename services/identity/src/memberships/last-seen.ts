import { Overtaken } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { changeMember } from '../members/members.rules.ts'
import type { SignerNeeds } from '../tokens/signer.ts'

/** Records that the caller is active now; the answer has claims for sites that authenticate visitors. */
export async function recordActivity(context: Context<SignerNeeds>) {
  const { membership, signer } = context
  const { id, user_id: userId, organization_id: organizationId } = membership
  // Locks only the member's row: many members ping, and none should wait for changes of the organization.
  const { disabled } = await changeMember(context, id, { last_seen_at: raw<Date>`now()` })
  if (disabled) throw new Overtaken('the membership was disabled meanwhile')
  const claims = signer.signVisitor({ userId, organizationId })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}
