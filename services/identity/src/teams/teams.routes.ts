import { team, teamOperations } from '@quire/contracts'
import { absent, created, deleted, done, newId, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { changeById, notMember } from './member-references.ts'
import { listTeamMembers } from './team-members.list.ts'
import { changeTeamMembers } from './team-members.rules.ts'
import { listTeams } from './teams.list.ts'
import { removeTeam } from './teams.removal.ts'
import { lockManagedTeam, presentTeamRow, requireTeam } from './teams.rules.ts'
import { teamState } from './teams.state.ts'

export const teamRoutes = implement(teamOperations, {
  listTeamsInOrganizationById: listTeams,
  listTeamMembersInOrganizationById: listTeamMembers,

  async createOrganizationTeam(context) {
    const { sql, emit, lockOrganization, params, body } = context
    const { organizationId } = params
    const { membership } = await lockOrganization('share')
    const row = await sql
      .insertInto('team')
      .values({ id: newId(), organization_id: organizationId, title: body.title })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { members = [] } = body
    if (members.length === 0) emit(team.saved, teamState(row))
    else await changeTeamMembers(context, { organizationId, teamId: row.id, ...startingWith(members) })
    return created(presentTeamRow(membership, await requireTeam({ sql, membership, params: { teamId: row.id } })))
  },

  async getTeamInOrganizationById(context) {
    return presentTeamRow(context.membership, await requireTeam(context))
  },

  async updateTeamInOrganizationById(context) {
    const { own_role } = await lockManagedTeam(context)
    const { sql, emit, membership, params, body } = context
    const row = await sql
      .updateTable('team')
      .set((set) => ({ title: body.title, version: set('version', '+', 1) }))
      .where('id', '=', params.teamId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('The team')
    emit(team.saved, teamState(row))
    return presentTeamRow(membership, { ...row, own_role })
  },

  async removeTeamFromOrganizationById(context) {
    await context.lockOrganization('share')
    return (await removeTeam(context, context.params)) ? deleted() : absent()
  },

  async updateMembersInOrganizationTeam(context) {
    await lockManagedTeam(context)
    const { sql, params, body } = context
    await changeTeamMembers(context, { ...params, ...(await changeById(sql, params.organizationId, body)) })
    return done()
  },

  async addMemberToOrganizationTeamById(context) {
    await lockManagedTeam(context)
    const { userId, ...ofTeam } = context.params
    const put = new Map([[userId, context.body.role]])
    await changeTeamMembers(context, { ...ofTeam, put, remove: new Set() })
    return done()
  },

  async deleteMemberFromOrganizationTeamById(context) {
    await lockManagedTeam(context)
    const { userId, ...ofTeam } = context.params
    const { left } = await changeTeamMembers(context, { ...ofTeam, put: new Map(), remove: new Set([userId]) })
    return left.length > 0 ? deleted() : absent()
  },
})

/** The change that adds the first members of a team, by id. */
const startingWith = (members: string[]) => ({
  put: new Map(members.map((userId) => [userId, undefined])),
  remove: new Set<string>(),
  stranger: (userId: string) => notMember(`body.members.${members.indexOf(userId)}`),
})
