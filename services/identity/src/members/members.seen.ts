import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { changeMember } from './members.rules.ts'

/** Interface 4.3, ping: the caller is active now; the answer carries claims for sites that ask who visits. */
export async function seenNow(context: Context) {
  const { membership, signer } = context
  const { user_id: userId, organization_id: organizationId } = await changeMember(context, membership.id, {
    last_seen_at: raw<Date>`now()`,
  })
  const claims = signer.signVisitor({ userId, organizationId })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}
