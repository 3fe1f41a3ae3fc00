import { memberOperations } from '@quire/contracts'
import { absent, deleted, forbidden, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import { type Context, implementWith } from '../context.ts'
import type { Tables } from '../database.ts'
import { listMembers } from '../members/members.list.ts'
import { type MemberWithUser, membersWithUsers, presentMemberRow } from '../members/members.present.ts'
import { changeMember, lockMember, requireAnotherAdmin } from '../members/members.rules.ts'
import { listTeamsOfMember } from '../teams/teams.list.ts'
import type { SignerNeeds } from '../tokens/signer.ts'
import { recordActivity } from './last-seen.ts'
import { endMembership } from './members.removal.ts'

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
    const { sql, params, body, lockOrganization, publicUrl } = context
    await lockOrganization('change')
    const before = await lockMember(sql, params)
    if (!before) throw notFound('The member')
    const { role = before.role, disabled = before.disabled } = body
    if (role !== before.role || disabled !== before.disabled) {
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
