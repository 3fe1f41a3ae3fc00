import { member } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { memberState } from './members.events.ts'

/** Interface 4.3, ping: the caller is active now; the answer carries claims for sites that ask who visits. */
export async function seenNow({ sql, emit, membership, signer }: Context) {
  const row = await sql
    .updateTable('member')
    .set((set) => ({ last_seen_at: raw<Date>`now()`, version: set('version', '+', 1) }))
    .where('id', '=', membership.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(member.saved, memberState(row))
  const claims = signer.signVisitor({ userId: row.user_id, organizationId: row.organization_id })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}
