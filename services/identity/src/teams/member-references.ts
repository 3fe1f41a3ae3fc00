import type { TeamMemberRole, teamOperations } from '@quire/contracts'
import { badRequest, type Input } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import { emailKey } from '../users/emails.ts'
import type { TeamMembersChange } from './team-members.rules.ts'

type Body = Input<typeof teamOperations.updateMembersInOrganizationTeam>['body']
type Change = Pick<TeamMembersChange, 'put' | 'remove' | 'stranger'>

/** Converts a body to a change of a team's members by id; throws 400 if one person is given two roles. */
export async function changeById(sql: Kysely<Tables>, organizationId: string, body: Body): Promise<Change> {
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
  { add, memberships }: Required<Pick<Body, 'add' | 'memberships'>>,
  idOf: (person: string) => string,
) {
  const named = [
    ...add.map((person, index) => ({ person, field: `body.add.${index}` })),
    ...Object.keys(memberships).map((person) => ({ person, field: `body.memberships.${person}` })),
  ]
  return (userId: string) => notMember(named.find(({ person }) => idOf(person) === userId)?.field ?? 'body')
}

/** Returns 400: the person named in this field of the body is not a member. */
export const notMember = (field: string) => badRequest(field, 'is not a member of the organization')
