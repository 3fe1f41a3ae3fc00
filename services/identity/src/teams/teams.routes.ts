import type { TeamMemberRole } from '@quire/contracts'
import { team, teamOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { absent, badRequest, created, deleted, done, keysetPage, listOf, newId, notFound } from '@quire/kit'
import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { membersWithUsers, presentMemberRow } from '../members/members.present.ts'
import { emailKey } from '../users/emails.ts'
import { removeTeam } from './remove-team.ts'
import type { TeamMembersChange } from './team-members.rules.ts'
import { changeTeamMembers } from './team-members.rules.ts'
import { listTeams } from './teams.list.ts'
import { lockManagedTeam, presentTeamRow, requireTeam } from './teams.rules.ts'
import { teamState } from './teams.state.ts'

type MembersBody = Input<typeof teamOperations.updateMembersInOrganizationTeam>['body']

type MembersChange = Pick<TeamMembersChange, 'put' | 'remove' | 'stranger'>

type MembersList = Input<typeof teamOperations.listTeamMembersInOrganizationById>

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
    const title = await removeTeam(context, context.params)
    if (title === undefined) return absent()
    context.audit({ target: { id: context.params.teamId, label: title } })
    return deleted()
  },

  async updateMembersInOrganizationTeam(context) {
    await lockManagedTeam(context)
    const { sql, params, body } = context
    const change = await changeById(sql, params.organizationId, body)
    context.audit({ values: valuesOf(change) })
    await changeTeamMembers(context, { ...params, ...change })
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

/** Returns a page of a team's members, longest in the organization first; for a guest, themselves alone, and the number. */
async function listTeamMembers(context: Context & MembersList) {
  const { sql, membership, page, cursors, publicUrl } = context
  const team = await requireTeam(context)
  const listed = membersWithUsers(sql)
    .innerJoin('team_member', 'team_member.member_id', 'member.id')
    .where('team_member.team_id', '=', team.id)
    .$if(membership.role === null, (all) => all.where('member.id', '=', membership.id))
    .select('team_member.role as team_role')
  return listOf({
    page,
    cursors,
    rows: await keysetPage(listed, page, ['team_member.member_id']).execute(),
    present: (row) => ({
      organization: presentMemberRow(row, publicUrl),
      team: { role: row.team_role },
      permissions: { view: true },
    }),
    after: (row) => [row.id],
    count: async () => team.members,
  })
}

/** Converts a body to a change of a team's members by id; throws 400 if one person is given two roles. */
async function changeById(sql: Kysely<Tables>, organizationId: string, body: MembersBody): Promise<MembersChange> {
  const { add = [], memberships = {}, remove = [] } = body
  const idOf = await idsOfMembers(sql, organizationId, [...add, ...Object.keys(memberships), ...remove])
  const put = new Map<string, TeamMemberRole | undefined>(add.map((person) => [idOf(person), undefined]))
  for (const [person, { role }] of Object.entries(memberships)) {
    const before = put.get(idOf(person))
    if (before && before !== role) throw badRequest('body.memberships', `${person} is named twice with two roles`)
    put.set(idOf(person), role)
  }
  const removed = new Set(remove.map(idOf))
  for (const id of removed) put.delete(id)
  return { put, remove: removed, stranger: strangerIn({ add, memberships }, idOf) }
}

/** The people of a change by id, as its audit event repeats them. */
const valuesOf = ({ put, remove }: MembersChange) => {
  const memberships = [...put].flatMap(([id, role]) => (role === undefined ? [] : [[id, { role }]]))
  return {
    add: [...put].flatMap(([id, role]) => (role === undefined ? [id] : [])),
    memberships: Object.fromEntries(memberships),
    remove: [...remove],
  }
}

/** Resolves ids and members' e-mail addresses to ids. Does not reveal whether another address has an account. */
async function idsOfMembers(sql: Kysely<Tables>, organizationId: string, people: string[]) {
  const addresses = people.filter((one) => one.includes('@')).map(emailKey)
  const rows = await sql
    .selectFrom('user')
    .innerJoin('member', 'member.user_id', 'user.id')
    .select(['user.id', 'user.email'])
    .where('member.organization_id', '=', organizationId)
    .where(raw<boolean>`lower("user".email collate "C") = any(${addresses})`)
    .execute()
  const ids = new Map(rows.map(({ id, email }) => [emailKey(email), id]))
  return (person: string) => ids.get(emailKey(person)) ?? person
}

/** Creates the refusal of a person who is not a member, with the field that names them. */
function strangerIn(
  { add, memberships }: Required<Pick<MembersBody, 'add' | 'memberships'>>,
  idOf: (person: string) => string,
) {
  const named = [
    ...add.map((person, index) => ({ person, field: `body.add.${index}` })),
    ...Object.keys(memberships).map((person) => ({ person, field: `body.memberships.${person}` })),
  ]
  return (userId: string) => notMember(named.find(({ person }) => idOf(person) === userId)?.field ?? 'body')
}

/** Returns 400: the person named in this field of the body is not a member. */
const notMember = (field: string) => badRequest(field, 'is not a member of the organization')
