import { z } from 'zod'
import { anyMemberWithAnyToken, anyone, organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { Id, RoleOrGuest, Timestamp, Url } from '../shared/primitives.ts'
import { SAMLProvider, SAMLProviderLabel, SSOEntry } from './saml.ts'

const Settings = z.object({
  entityID: z.string().trim().min(1).max(1024),
  certificate: z.string().trim().min(1).max(10_000),
  ssoURL: Url,
  defaultTeam: Id.nullable(),
  defaultRole: RoleOrGuest,
})

/** The identity providers of an organization (docs/interface.md#single-sign-on). */
export const samlOperations = operations('identity', {
  listSAMLProvidersInOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml',
    summary: 'List the SAML providers of an organization',
    access: organizationRole('admin'),
    query: ListQuery,
    replies: { 200: list(SAMLProvider) },
  },
  createOrganizationSAMLProvider: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/saml',
    summary: 'Add a SAML provider; it is pending until its address, entity id and certificate are known',
    access: organizationRole('admin'),
    recentSignIn: true,
    body: Settings.partial().extend({ label: SAMLProviderLabel }),
    audited: { target: 'saml-provider', id: 'reply', fields: ['label', 'defaultTeam', 'defaultRole'] },
    replies: { 201: SAMLProvider },
    // The certificate is not stored with an idempotency key.
    secret: true,
  },
  getOrganizationSAMLProviderById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Get a SAML provider',
    access: organizationRole('admin'),
    replies: { 200: SAMLProvider },
  },
  updateOrganizationSAMLProvider: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Change a SAML provider',
    access: organizationRole('admin'),
    recentSignIn: true,
    body: Settings.extend({ label: SAMLProviderLabel }).partial(),
    audited: { target: 'saml-provider', id: 'samlProviderId', fields: ['label', 'defaultTeam', 'defaultRole'] },
    replies: { 200: SAMLProvider },
    narrows: true,
  },
  deleteOrganizationSAMLProvider: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Delete a SAML provider; tokens obtained through it end',
    access: organizationRole('admin'),
    recentSignIn: true,
    audited: { target: 'saml-provider', id: 'samlProviderId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  listSSOProviderLoginsInOrganization: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sso',
    summary: 'List where the members of an organization sign in',
    access: anyMemberWithAnyToken,
    replies: { 200: z.strictObject({ items: z.array(SSOEntry) }) },
  },
})

/** Sign-in through a SAML provider: pages for a browser, and the exchange of the code that they end in. */
export const samlSignInOperations = operations('identity', {
  getSAMLServiceMetadata: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}/metadata',
    summary: 'What a SAML provider must know of Quire, as a metadata document',
    access: anyone,
    replies: { 200: null },
    text: 'application/samlmetadata+xml',
  },
  startSAMLSignIn: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}/start',
    summary: 'Sign in: a page that names the organization and leads to its SAML provider',
    access: anyone,
    replies: { 200: null },
    text: 'text/html',
    page: true,
  },
  acceptSAMLResponse: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/saml/{samlProviderId}/acs',
    summary: 'Where a SAML provider sends a browser back with its signed assertion; the page shows a code',
    access: anyone,
    body: z.object({ SAMLResponse: z.string().min(1).max(500_000), RelayState: z.string().max(1024).optional() }),
    form: true,
    // The longest response and state, allowing for characters that a form encodes as three.
    bodyLimit: 600_000,
    audited: { target: 'user', params: ['samlProviderId'] },
    replies: { 200: null },
    text: 'text/html',
    page: true,
    secret: true,
  },
  exchangeSignInCode: {
    method: 'POST',
    path: '/v1/sso/tokens',
    summary: 'Exchange the code of a sign-in, once and within minutes, for an access token',
    access: anyone,
    body: z.object({ code: z.string().trim().min(1).max(128) }),
    audited: { target: 'access-token' },
    replies: { 201: z.strictObject({ token: z.string(), organization: Id, expiresAt: Timestamp }) },
    secret: true,
  },
})
