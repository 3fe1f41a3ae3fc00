import { z } from 'zod'
import { anyMember, organizationRole, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { RoleOrGuest, Url } from '../shared/primitives.ts'
import { EmailDomain } from './email.ts'
import { Organization, OrganizationDefaultContent, OrganizationType, OrganizationUseCase } from './organization.ts'
import { Hostname, Subdomain } from './subdomain.ts'

const Title = z.string().trim().min(2).max(255)
const EmailDomains = z.array(EmailDomain).max(100)

/** See docs/interface.md#organizations. */
export const organizationOperations = operations('identity', {
  createOrganization: {
    method: 'POST',
    path: '/v1/orgs',
    summary: 'Create an organization; whoever creates it administers it',
    access: signedIn,
    body: z.object({
      title: Title,
      emailDomains: EmailDomains.optional(),
      type: OrganizationType.optional(),
      useCase: OrganizationUseCase.optional(),
    }),
    audited: { target: 'organization', id: 'reply', fields: ['title', 'emailDomains'] },
    replies: { 201: Organization },
  },
  listOrganizationsForAuthenticatedUser: {
    method: 'GET',
    path: '/v1/orgs',
    summary: 'List the organizations of the caller',
    access: signedIn,
    query: ListQuery,
    replies: { 200: list(Organization) },
  },
  getOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}',
    summary: 'Get an organization',
    access: anyMember,
    replies: { 200: Organization },
  },
  updateOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}',
    summary: 'Change the settings of an organization',
    access: organizationRole('admin'),
    body: z.object({
      title: Title.optional(),
      emailDomains: EmailDomains.optional(),
      hostname: Hostname.optional(),
      defaultRole: RoleOrGuest.optional(),
      defaultContent: OrganizationDefaultContent.nullable().optional(),
      logo: Url.nullable().optional(),
      sso: z.boolean().optional(),
      ai: z.boolean().optional(),
      inviteLinks: z.boolean().optional(),
    }),
    audited: {
      target: 'organization',
      id: 'organizationId',
      fields: ['title', 'emailDomains', 'hostname', 'defaultRole', 'defaultContent', 'sso', 'ai', 'inviteLinks'],
    },
    replies: { 200: Organization },
    narrows: true,
  },
  getSubdomain: {
    method: 'GET',
    path: '/v1/subdomains/{subdomain}',
    summary: 'Find the organization of the caller that has a hostname',
    access: signedIn,
    replies: { 200: Subdomain },
  },
})
