import { z } from 'zod'
import { organizationRole, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { Id, RoleOrGuest, Timestamp } from '../shared/primitives.ts'
import { Email } from './email.ts'
import { AnyLinkInvite, CreateLinkInvite, LinkInvite, UpdateLinkInvite } from './link-invite.ts'
import { Organization } from './organization.ts'

const Invitee = z.union([Email, z.object({ email: Email, role: RoleOrGuest })])
/** Operations that present the target of a link, which also proves that the caller sees it. */
const presentationCalls = ['getSpaceById', 'getCollectionById'] as const

/** Invitations by e-mail and by link. */
export const inviteOperations = operations('identity', {
  inviteUsersToOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/invites',
    summary: 'Invite people by e-mail address; those with an account are members at once',
    access: organizationRole('admin'),
    body: z.object({
      emails: z.array(Invitee).max(1000),
      role: RoleOrGuest.optional(),
      sso: z.boolean().optional(),
    }),
    audited: { target: 'organization', id: 'organizationId', fields: ['role', 'sso'] },
    replies: {
      200: z.strictObject({
        users: z.array(Id),
        invited: z.number().int(),
        failedSSOEmails: z.array(z.string()).optional(),
        /** Invited addresses to which no mail is written: others have invited them too often. */
        unmailedEmails: z.array(z.string()).optional(),
        /** The mails that are sent at once, those that wait for the limits, and the time of the last one; absent if none waits. */
        mails: z.strictObject({ sent: z.number().int(), waiting: z.number().int(), lastAt: Timestamp }).optional(),
      }),
    },
  },
  listOrganizationInviteLinks: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/link-invites',
    summary: 'List the invite links of an organization that have not expired, but for those into its content',
    access: organizationRole('admin'),
    query: ListQuery,
    replies: { 200: list(LinkInvite) },
    // The id of a link is enough to join by it.
    secret: true,
  },
  createOrganizationInvite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/link-invites',
    summary: 'Create a link by which anybody who has it joins an organization, or one space or collection of it',
    access: organizationRole('admin'),
    body: CreateLinkInvite,
    audited: {
      target: 'invite',
      id: 'reply',
      secretId: true,
      fields: ['role', 'level', 'space', 'collection', 'expiresAt'],
    },
    replies: { 201: AnyLinkInvite },
    calls: presentationCalls,
    secret: true,
  },
  getOrganizationInviteLink: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Get an invite link',
    access: organizationRole('admin'),
    replies: { 200: AnyLinkInvite },
    calls: presentationCalls,
    secret: true,
  },
  updateOrganizationInviteById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Change the role or level that an invite link gives, or when it expires',
    access: organizationRole('admin'),
    body: UpdateLinkInvite,
    audited: { target: 'invite', id: 'inviteId', secretId: true, fields: ['role', 'level', 'expiresAt'] },
    replies: { 200: AnyLinkInvite },
    calls: presentationCalls,
  },
  deleteOrganizationInviteById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
    summary: 'Delete an invite link',
    access: organizationRole('admin'),
    audited: { target: 'invite', id: 'inviteId', secretId: true },
    replies: { 204: null, 205: null },
  },
})

/** Operations by which people become members themselves. */
export const joiningOperations = operations('identity', {
  joinOrganizationWithInvite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/invites/{inviteId}',
    summary: 'Join an organization by an invite link',
    access: signedIn,
    audited: { target: 'invite', id: 'inviteId', secretId: true },
    replies: { 200: z.strictObject({}) },
    calls: ['giveLinkedGrant'],
  },
  joinOrganization: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/join',
    summary: "Join an organization that is open to the domain of the caller's e-mail address",
    access: signedIn,
    audited: { target: 'organization', id: 'organizationId' },
    replies: { 204: null },
  },
  getOrganizationsForEmailDomain: {
    method: 'GET',
    path: '/v1/email-domains/{emailDomain}/orgs',
    summary: 'List the organizations of an e-mail domain that the caller belongs to or may join',
    access: signedIn,
    replies: { 200: z.strictObject({ organizations: z.array(Organization) }) },
  },
})
