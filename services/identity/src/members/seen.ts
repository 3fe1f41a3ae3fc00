import { Overtaken } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { changeMember } from './members.rules.ts'

/** The caller is active now; the answer carries claims for sites that ask who visits. */
export async function seenNow(context: Context) {
  const { membership, signer } = context
  const { id, user_id: userId, organization_id: organizationId } = membership
  // Under its own row's lock: many ping, and none of them waits for whoever changes the organization.
  const { disabled } = await changeMember(context, id, { last_seen_at: raw<Date>`now()` })
  if (disabled) throw new Overtaken('the membership was disabled meanwhile')
  const claims = signer.signVisitor({ userId, organizationId })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}
