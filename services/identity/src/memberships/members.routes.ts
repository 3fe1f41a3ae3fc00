import { member, memberOperations, team, teamMember } from '@quire/contracts'
import { absent, anyOf, deleted, forbidden, notFound, Overtaken } from '@quire/kit'
import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import { type Context, implementWith } from '../context.ts'
import type { Tables, Writer } from '../database.ts'
import { withdrawPendingInvite } from '../invites/invites.rules.ts'
import { cancelInvitationMail } from '../mail/invitations.ts'
import { listMembers } from '../members/members.list.ts'
import { type MemberWithUser, membersWithUsers, presentMemberRow } from '../members/members.present.ts'
import { changeMember, lockMember, requireAnotherAdmin } from '../members/members.rules.ts'
import type { MemberRow } from '../members/members.state.ts'
import { countMembers } from '../members/organization-counter.ts'
import { listTeamsOfMember } from '../teams/teams.list.ts'
import { teamState } from '../teams/teams.state.ts'
import type { SignerNeeds } from '../tokens/signer.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'
import { requireUser } from '../users/users.rules.ts'

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

/** Records that the caller is active now; the answer has claims for sites that authenticate visitors. */
async function recordActivity(context: Context<SignerNeeds>) {
  const { membership, signer } = context
  const { id, user_id: userId, organization_id: organizationId } = membership
  // Locks only the member's row: many members ping, and none should wait for changes of the organization.
  const { disabled } = await changeMember(context, id, { last_seen_at: raw<Date>`now()` })
  if (disabled) throw new Overtaken('the membership was disabled meanwhile')
  const claims = signer.signVisitor({ userId, organizationId })
  return { serviceVisitorClaims: claims, gitbookVisitorClaims: claims }
}

/**
 * Ends a membership and its parts in teams. Grants name the membership, so they end with it, as do its
 * sign-ins. The organization must be locked, see `lockMember`.
 */
async function endMembership(writer: Writer & Pick<Context, 'now'>, leaving: MemberRow): Promise<void> {
  const { sql, emit } = writer
  await leaveTeams(writer, leaving)
  await withdrawPendingInvite(sql, leaving)
  const { email } = await requireUser(sql, leaving.user_id)
  await cancelInvitationMail(sql, leaving.organization_id, email)
  const { organization_id, user_id } = leaving
  await sql.insertInto('removed_member').values({ id: leaving.id, organization_id, user_id }).execute()
  await sql.deleteFrom('member').where('id', '=', leaving.id).execute()
  await countMembers(sql, [leaving], -1)
  emit(member.removed, { key: leaving.id, version: leaving.version + 1 })
  await revokeTokens(writer, { member_id: leaving.id })
}

/** Removes the member from all teams. The member's row is locked, so no team adds them meanwhile. */
async function leaveTeams({ sql, emit }: Writer, { id }: MemberRow) {
  const left = await sql.deleteFrom('team_member').where('member_id', '=', id).returning('team_id').execute()
  if (left.length === 0) return
  const teamIds = left.map((row) => row.team_id)
  // Teams are locked in the order of ids, so that two removals that share teams do not wait for each other.
  await sql.selectFrom('team').select('id').where('id', '=', anyOf(teamIds)).orderBy('id').forNoKeyUpdate().execute()
  const teams = await sql
    .updateTable('team')
    .set((set) => ({ members: set('members', '-', 1), version: set('version', '+', 1) }))
    .where('id', '=', anyOf(teamIds))
    .returningAll()
    .execute()
  for (const row of teams) {
    emit(team.saved, teamState(row))
    emit(teamMember.removed, { key: `${row.id}.${id}`, version: row.version })
  }
}
