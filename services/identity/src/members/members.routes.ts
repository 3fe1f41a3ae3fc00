import { member, memberOperations } from '@quire/contracts'
import { absent, deleted, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import { type Context, implement } from '../context.ts'
import { inviteUsers } from '../invites/invites.routes.ts'
import type { Tables } from '../tables.ts'
import { listTeamsOfMember } from '../teams/teams.list.ts'
import { memberState } from './members.events.ts'
import { listMembers } from './members.list.ts'
import { type MemberWithUser, membersWithUsers, showMember } from './members.present.ts'
import { endMembership } from './members.removal.ts'
import { lockMember, requireAnotherAdmin } from './members.rules.ts'
import { seenNow } from './members.seen.ts'

interface OfMember {
  organizationId: string
  userId: string
}

export const memberRoutes = implement(memberOperations, {
  inviteUsersToOrganization: inviteUsers,
  listMembersInOrganizationById: listMembers,
  updateOrganizationMemberLastSeenAt: seenNow,

  async getMemberInOrganizationById({ sql, membership, params, publicUrl }) {
    requireVisible(membership, params)
    return showMember(await requireMember(sql, params), publicUrl)
  },

  async updateMemberInOrganizationById({ sql, emit, params, body, publicUrl }) {
    const before = await lockMember(sql, params)
    if (!before) throw notFound('The member')
    if (body.role !== undefined && body.role !== before.role) {
      await requireAnotherAdmin(sql, before)
      const row = await sql
        .updateTable('member')
        .set((set) => ({ role: body.role ?? null, version: set('version', '+', 1) }))
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      emit(member.saved, memberState(row))
    }
    return showMember(await requireMember(sql, params), publicUrl)
  },

  async removeMemberFromOrganizationById({ sql, emit, params }) {
    const leaving = await lockMember(sql, params)
    if (!leaving) return absent()
    await requireAnotherAdmin(sql, leaving)
    await endMembership({ sql, emit }, leaving)
    return deleted()
  },

  async listTeamsForOrganizationMember(context) {
    requireVisible(context.membership, context.params)
    const { id } = await requireMember(context.sql, context.params)
    return listTeamsOfMember(context, id)
  },
})

/** A guest sees nobody but themselves. */
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
