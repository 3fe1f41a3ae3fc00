import { memberOperations } from '@quire/contracts'
import { absent, deleted, forbidden, notFound, Overtaken } from '@quire/kit'
import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import { type Context, implementWith } from '../context.ts'
import type { Tables } from '../database.ts'
import { listMembers } from '../members/members.list.ts'
import { type MemberWithUser, membersWithUsers, presentMemberRow } from '../members/members.present.ts'
import { changeMember, lockMember, requireAnotherAdmin } from '../members/members.rules.ts'
import { requireRecentForAdmins } from '../members/new-administrators.ts'
import { listTeamsOfMember } from '../teams/teams.list.ts'
import type { SignerNeeds } from '../tokens/signer.ts'
import { endMembership } from './end-membership.ts'

/** Time in which a member who is active again counts as active since the last time. */
const seenAgainMs = 5 * 60_000

interface OfMember {
  organizationId: string
  userId: string
}

export const memberRoutes = implementWith<SignerNeeds>()(memberOperations, {
  listMembersInOrganizationById: listMembers,
  updateOrganizationMemberLastSeenAt: recordActivity,

  async getMemberInOrganizationById({ sql, membership, params, publicUrl }) {
    requireVisible(membership, params)
    return presentMemberRow(await requireMember(sql, params), publicUrl)
  },

  async updateMemberInOrganizationById(context) {
    const { sql, caller, params, body, lockOrganization, publicUrl } = context
    await lockOrganization('change')
    const before = await lockMember(sql, params)
    if (!before) throw notFound('The member')
    const { role = before.role, disabled = before.disabled } = body
    if (role !== before.role || disabled !== before.disabled) {
      requireRecentForAdmins(caller, [disabled ? null : role])
      if (role !== 'admin' || disabled) await requireAnotherAdmin(sql, before)
      await changeMember(context, before.id, { role, disabled })
    }
    return presentMemberRow(await requireMember(sql, params), publicUrl)
  },

  async removeMemberFromOrganizationById(context) {
    const { sql, lockOrganization, userId, params } = context
    const { membership } = await lockOrganization('change')
    if (membership.role !== 'admin' && params.userId !== userId) {
      throw forbidden('Only administrators remove somebody else: members may leave by themselves.')
    }
    const leaving = await lockMember(sql, params)
    if (!leaving) return absent()
    await requireAnotherAdmin(sql, leaving)
    await endMembership(context, leaving)
    return deleted()
  },

  async setUserAsSSOMemberForOrganization(context) {
    const { sql, params, lockOrganization, publicUrl } = context
    await lockOrganization('change')
    const before = await requireMember(sql, params)
    if (!before.sso) await changeMember(context, before.id, { sso: true })
    return presentMemberRow({ ...before, sso: true }, publicUrl)
  },

  async listTeamsForOrganizationMember(context) {
    requireVisible(context.membership, context.params)
    const { id } = await requireMember(context.sql, context.params)
    return listTeamsOfMember(context, id)
  },
})

/** Throws 404 for hidden members: a guest sees only themselves. */
function requireVisible(membership: Context['membership'], { userId }: OfMember) {
  if (membership.role === null && membership.user_id !== userId) throw notFound('The member')
}

async function requireMember(sql: Kysely<Tables>, { organizationId, userId }: OfMember): Promise<MemberWithUser> {
  const row = await membersWithUsers(sql)
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('The member')
  return row
}

/**
 * Records that the caller is active now, unless they were a moment ago: every service hears of each time. The answer has
 * claims for sites that authenticate visitors.
 */
async function recordActivity(context: Context<SignerNeeds>) {
  const { membership, signer, now } = context
  const { id, user_id: userId, organization_id: organizationId, last_seen_at: seenAt } = membership
  if (seenAt === null || new Date(seenAt).getTime() < now().getTime() - seenAgainMs) {
    // Locks only the member's row: many members ping, and none should wait for changes of the organization.
    const { disabled } = await changeMember(context, id, { last_seen_at: raw<Date>`now()` })
    if (disabled) throw new Overtaken('the membership was disabled meanwhile')
  }
  const claims = signer.signVisitor({ userId, organizationId })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}
