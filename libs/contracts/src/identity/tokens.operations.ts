import { z } from 'zod'
import { servicesOnly, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { JwkSet } from '../shared/token-claims.ts'
import { AccessToken, CreatedAccessToken, TokenScope } from './access-token.ts'
import { KeyHolder } from './key-holders.ts'

/** Personal access tokens (docs/interface.md#tokens). Published clients have no such paths. */
export const tokenOperations = operations('identity', {
  listAccessTokensForAuthenticatedUser: {
    method: 'GET',
    path: '/v1/user/tokens',
    summary: "List the caller's access tokens that are still valid",
    access: signedIn,
    query: ListQuery,
    replies: { 200: list(AccessToken) },
  },
  createAccessToken: {
    method: 'POST',
    path: '/v1/user/tokens',
    summary: 'Create an access token; its secret is shown once',
    access: signedIn,
    recentSignIn: true,
    body: z.object({
      name: z.string().trim().min(1).max(100),
      scope: TokenScope.default('full'),
      expiresAt: z.iso.datetime({ offset: true }).optional(),
    }),
    audited: { target: 'access-token', id: 'reply', fields: ['scope', 'expiresAt'] },
    replies: { 201: CreatedAccessToken },
    secret: true,
  },
  revokeAccessToken: {
    method: 'DELETE',
    path: '/v1/user/tokens/{tokenId}',
    summary: 'Revoke an access token',
    access: signedIn,
    audited: { target: 'access-token', id: 'tokenId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
})

/** Operations for other services of Quire; not reachable through the gateway. */
export const identityInternalOperations = operations('identity', {
  getSigningKeys: {
    method: 'GET',
    path: '/internal/keys',
    summary: 'The public keys that access tokens are signed with, as a JWK set',
    access: servicesOnly('gateway'),
    replies: { 200: JwkSet },
  },
  listKeyHolders: {
    method: 'GET',
    path: '/internal/keys/holders',
    summary: 'Who has which keys of access tokens; `silent` are gateways that others hear but that did not answer',
    access: servicesOnly('identity'),
    replies: { 200: z.strictObject({ holders: z.array(KeyHolder), silent: z.array(z.string()) }) },
  },
  countTokensSignedUntil: {
    method: 'GET',
    path: '/internal/keys/tokens',
    summary: 'How many valid access tokens were made up to a moment, and when the last of them expires',
    access: servicesOnly('identity'),
    query: z.object({ until: z.iso.datetime() }),
    replies: { 200: z.strictObject({ tokens: z.number().int(), lastExpiresAt: z.iso.datetime().nullable() }) },
  },
  recordAccessKeyChange: {
    method: 'POST',
    path: '/internal/keys/changes',
    summary: 'Record that a command is about to change a key of access tokens, in the audit log of the installation',
    access: servicesOnly('identity'),
    body: z.object({
      kid: z.string().min(1).max(100),
      /** The key comes into use, or is dropped: what it signed ends. */
      change: z.enum(['use', 'drop']),
      force: z.boolean(),
    }),
    replies: { 204: null },
  },
})
