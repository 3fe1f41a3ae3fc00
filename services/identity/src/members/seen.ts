import { Overtaken } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { changeMember } from './members.rules.ts'

/** The caller is active now; the answer carries claims for sites that ask who visits. */
export async function seenNow(context: Context) {
  const { membership, signer } = context
  const { id, user_id: userId, organization_id: organizationId } = membership
  // Under the lock of its own row: many members ping, and none should wait for changes of the organization.
  const { disabled } = await changeMember(context, id, { last_seen_at: raw<Date>`now()` })
  if (disabled) throw new Overtaken('the membership was disabled meanwhile')
  const claims = signer.signVisitor({ userId, organizationId })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}
