import { member, team, teamMember } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'
import { withdrawPendingInvite } from '../invites/invites.rules.ts'
import { cancelInvitationMail } from '../mail/invitations.ts'
import type { MemberRow } from '../members/members.state.ts'
import { countMembers } from '../members/organization-counter.ts'
import { livePrograms } from '../programs/programs.rules.ts'
import { endTokens } from '../sessions/sessions.rules.ts'
import { teamState } from '../teams/teams.state.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'
import { requireUser } from '../users/users.rules.ts'

/**
 * Ends a membership and its parts in teams. Grants name the membership, so they end with it, as do its sign-ins and the
 * permissions of programs for the organization. The organization must be locked, see `lockMember`.
 */
export async function endMembership(writer: Writer & Pick<Context, 'now'>, leaving: MemberRow): Promise<void> {
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
  await endPrograms(writer, leaving)
}

/** Ends the permissions that the person gave with their whole account: they name no membership. */
async function endPrograms(writer: Writer & Pick<Context, 'now'>, { user_id, organization_id }: MemberRow) {
  const given = await livePrograms(writer.sql, writer.now())
    .select('program.id')
    .where('token.user_id', '=', user_id)
    .where('token.organization_id', '=', organization_id)
    .execute()
  await endTokens(
    writer,
    given.map(({ id }) => id),
  )
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
