import { z } from 'zod'
import { anyMember, organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery } from '../shared/list.ts'
import { Team, TeamTitle } from '../shared/member.ts'
import { Id } from '../shared/primitives.ts'
import { OrganizationTeamMember, TeamMember, TeamMemberRole } from './team-members.ts'

/** A person by id or e-mail address. */
const Person = z.string().trim().min(1).max(320)
const People = z.array(Person).max(1000)
/** Members to add. The number is checked first: a hundred thousand invalid ones would cause as many errors. */
const Memberships = z.preprocess(
  (named, context) => {
    if (Object.keys(Object(named)).length > 1000) context.addIssue('must name 1000 people at most')
    return named
  },
  z.record(Person, TeamMember),
)

/** Teams and their members (docs/interface.md#teams). */
export const teamOperations = operations('identity', {
  createOrganizationTeam: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/teams',
    summary: 'Create a team',
    access: organizationRole('admin'),
    body: z.object({ title: TeamTitle, members: z.array(Id).max(1000).optional() }),
    audited: { target: 'team', id: 'reply', fields: ['title', 'members'] },
    replies: { 201: Team },
  },
  listTeamsInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/teams',
    summary: 'List the teams of an organization',
    access: organizationRole('read'),
    query: listQuery({ owner: Id.optional(), title: z.string().max(64).optional() }),
    replies: { 200: list(Team) },
  },
  getTeamInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Get a team',
    access: anyMember,
    replies: { 200: Team },
  },
  updateTeamInOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Rename a team',
    access: anyMember,
    body: z.object({ title: TeamTitle }),
    audited: { target: 'team', id: 'teamId', fields: ['title'] },
    replies: { 200: Team },
  },
  removeTeamFromOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/teams/{teamId}',
    summary: 'Delete a team',
    access: organizationRole('admin'),
    audited: { target: 'team', id: 'teamId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  listTeamMembersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'List the members of a team',
    access: anyMember,
    query: ListQuery,
    replies: { 200: list(OrganizationTeamMember) },
  },
  updateMembersInOrganizationTeam: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
    summary: 'Add members to a team, change their roles in it, and remove members from it',
    access: anyMember,
    body: z.object({
      add: People.optional(),
      memberships: Memberships.optional(),
      remove: People.optional(),
    }),
    // The handler repeats the members by their ids: the body may have addresses, which are to go with a person.
    audited: { target: 'team', id: 'teamId' },
    replies: { 204: null },
    narrows: true,
  },
  addMemberToOrganizationTeamById: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Add a member to a team, or change their role in it',
    access: anyMember,
    body: z.object({ role: TeamMemberRole.optional() }),
    audited: { target: 'user', id: 'userId', params: ['teamId'], fields: ['role'] },
    replies: { 204: null },
    narrows: true,
  },
  deleteMemberFromOrganizationTeamById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    summary: 'Remove a member from a team',
    access: anyMember,
    audited: { target: 'user', id: 'userId', params: ['teamId'] },
    replies: { 204: null, 205: null },
    narrows: true,
  },
})
