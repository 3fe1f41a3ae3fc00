import { z } from 'zod'
import { anyMember, organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { Member } from '../shared/member.ts'
import { Role, RoleOrGuest } from '../shared/primitives.ts'
import { MemberTeam } from './team-members.ts'

/** See docs/interface.md#members. */
export const memberOperations = operations('identity', {
  listMembersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members',
    summary: 'List the members of an organization',
    access: organizationRole('read'),
    query: listQuery({
      order: z.enum(['asc', 'desc']).default('desc'),
      role: z.union([Role, z.literal('guest')]).optional(),
      search: z.string().max(512).optional(),
      sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).default('joinedAt'),
    }),
    replies: { 200: list(Member) },
  },
  getMemberInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Get a member of an organization',
    access: anyMember,
    replies: { 200: Member },
  },
  updateMemberInOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: "Change a member's role, or disable their membership for a time",
    access: organizationRole('admin'),
    body: z.object({ role: RoleOrGuest.optional(), disabled: z.boolean().optional() }),
    audited: { target: 'user', id: 'userId', fields: ['role', 'disabled'] },
    replies: { 200: Member },
    narrows: true,
  },
  removeMemberFromOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/members/{userId}',
    summary: 'Remove a member from an organization, or leave it',
    access: anyMember,
    audited: { target: 'user', id: 'userId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  setUserAsSSOMemberForOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/members/{userId}/sso',
    summary: 'Mark a member as one who signs in through single sign-on',
    access: organizationRole('admin'),
    audited: { target: 'user', id: 'userId' },
    replies: { 200: Member },
  },
  updateOrganizationMemberLastSeenAt: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/ping',
    summary: 'Tell that the caller is active in an organization',
    access: anyMember,
    replies: {
      200: z.strictObject({
        serviceVisitorClaims: z.string().optional(),
        gitbookVisitorClaims: z.string().optional(),
      }),
    },
    secret: true,
  },
  listTeamsForOrganizationMember: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/members/{userId}/teams',
    summary: 'List the teams of a member',
    access: anyMember,
    query: listQuery({ title: z.string().max(64).optional() }),
    replies: { 200: list(MemberTeam) },
  },
})
