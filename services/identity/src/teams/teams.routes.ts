import { team, teamOperations } from '@quire/contracts'
import { absent, created, deleted, done, newId, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { changeTeamMembers } from './members.ts'
import { listTeamMembers } from './members-list.ts'
import { changeById, notMember } from './people.ts'
import { listTeams } from './teams.list.ts'
import { removeTeam } from './teams.removal.ts'
import { holdManagedTeam, requireTeam, showTeam } from './teams.rules.ts'
import { teamState } from './teams.state.ts'

export const teamRoutes = implement(teamOperations, {
  listTeamsInOrganizationById: listTeams,
  listTeamMembersInOrganizationById: listTeamMembers,

  async createOrganizationTeam(context) {
    const { sql, emit, hold, params, body } = context
    const { organizationId } = params
    const { membership } = await hold('share')
    const row = await sql
      .insertInto('team')
      .values({ id: newId(), organization_id: organizationId, title: body.title })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { members = [] } = body
    if (members.length === 0) emit(team.saved, teamState(row))
    else await changeTeamMembers(context, { organizationId, teamId: row.id, ...startingWith(members) })
    return created(showTeam(membership, await requireTeam({ sql, membership, params: { teamId: row.id } })))
  },

  async getTeamInOrganizationById(context) {
    return showTeam(context.membership, await requireTeam(context))
  },

  async updateTeamInOrganizationById(context) {
    const { own_role } = await holdManagedTeam(context)
    const { sql, emit, membership, params, body } = context
    const row = await sql
      .updateTable('team')
      .set((set) => ({ title: body.title, version: set('version', '+', 1) }))
      .where('id', '=', params.teamId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound('The team')
    emit(team.saved, teamState(row))
    return showTeam(membership, { ...row, own_role })
  },

  async removeTeamFromOrganizationById(context) {
    await context.hold('share')
    return (await removeTeam(context, context.params)) ? deleted() : absent()
  },

  async updateMembersInOrganizationTeam(context) {
    await holdManagedTeam(context)
    const { sql, params, body } = context
    await changeTeamMembers(context, { ...params, ...(await changeById(sql, params.organizationId, body)) })
    return done()
  },

  async addMemberToOrganizationTeamById(context) {
    await holdManagedTeam(context)
    const { userId, ...ofTeam } = context.params
    const put = new Map([[userId, context.body.role]])
    await changeTeamMembers(context, { ...ofTeam, put, remove: new Set() })
    return done()
  },

  async deleteMemberFromOrganizationTeamById(context) {
    await holdManagedTeam(context)
    const { userId, ...ofTeam } = context.params
    const { left } = await changeTeamMembers(context, { ...ofTeam, put: new Map(), remove: new Set([userId]) })
    return left.length > 0 ? deleted() : absent()
  },
})

/** The first members of a team, by id. */
const startingWith = (members: string[]) => ({
  put: new Map(members.map((userId) => [userId, undefined])),
  remove: new Set<string>(),
  stranger: (userId: string) => notMember(`body.members.${members.indexOf(userId)}`),
})
