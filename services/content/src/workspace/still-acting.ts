import { actingOnSpace } from '@quire/access'
import type { RoleName } from '@quire/contracts'
import { type Caller, forbidden } from '@quire/kit'
import type { Sql } from '../database.ts'

/** A row of work that goes on for good in the name of the person who set it up, with the membership and token they had. */
export interface StandingWork {
  organization_id: string
  user_id: string
  member_id: string
  token_kind: Caller['kind']
}

/** The time without a sign-in through single sign-on after which an organization that demands it takes no more. */
const signOnMs = 30 * 24 * 3600_000

/**
 * Checks that the person who set up standing work may still do it on a space. Throws the refusal that they would get, and
 * 403 where the organization demands single sign-on and the person has not come by it for a month: its token ended long
 * ago, and nobody knows that the provider would let them in.
 */
export async function stillActing(
  sql: Sql,
  work: StandingWork,
  { spaceId, role }: { spaceId: string; role: RoleName },
  deps: Parameters<typeof actingOnSpace>[3] & { now: () => Date },
): Promise<void> {
  const person = { userId: work.user_id, memberId: work.member_id, kind: work.token_kind, tokenId: null }
  const { member } = await actingOnSpace(sql, person, { spaceId, organizationId: work.organization_id, role }, deps)
  if (!member.sso || member.role === 'admin') return
  const row = await sql.selectFrom('member').select('state').where('id', '=', work.member_id).executeTakeFirst()
  // Nobody but who signed in there is active in an organization that demands it.
  const activeAt = row?.state.lastSeenAt
  if (activeAt == null || Date.parse(activeAt) < deps.now().getTime() - signOnMs)
    throw forbidden(
      'Whoever set this up has not signed in through single sign-on for 30 days: it goes on when they do, or when somebody else takes it over.',
    )
}
