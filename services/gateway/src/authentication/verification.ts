import {
  IntegrationTokenClaims,
  integrationTokenAudience,
  SiteTokenClaims,
  siteTokenAudience,
  TokenClaims,
  tokenAlgorithm,
  tokenAudience,
  tokenIssuer,
} from '@quire/contracts'
import { type Caller, Refusal, unavailable } from '@quire/kit/edge'
import jwt from 'jsonwebtoken'
import type { TokenKeys } from './token-keys.ts'

type Keys = Pick<TokenKeys, 'find' | 'has' | 'isLoaded'>

/**
 * The keys of each kind of token. A key of one kind verifies no token of the other. Sites signs tokens of integrations
 * too, with another audience.
 */
export interface KeysOfTokens {
  access: Keys
  site: Keys
}

export interface VerifiedToken {
  audience: string
  /** Id of the key that signed the token. */
  kid: string
  /** Seconds since 1970. */
  expiresAt: number
  caller: Caller
  /** Id of the access token whose revocation revokes this token: itself, or the one that created a preview. */
  revokedWith: string | undefined
}

export const keysFor = ({ access, site }: KeysOfTokens, audience: unknown): Keys =>
  audience === siteTokenAudience || audience === integrationTokenAudience ? site : access

/** Verifies a token. The audience that a token claims only selects the keys; the signature is checked for that audience. */
export async function verifyToken(keys: KeysOfTokens, token: string): Promise<VerifiedToken> {
  const decoded = decodedToken(token)
  const kid = decoded?.header.kid
  // The payload is what a stranger wrote: a text, or null.
  const claimed = Object(decoded?.payload).aud
  const audience = audiences.find((one) => one === claimed) ?? tokenAudience
  const candidates = keysFor(keys, audience)
  const key = kid === undefined ? undefined : await candidates.find(kid)
  if (!key && !candidates.isLoaded()) throw unavailable('The gateway is starting: it cannot check tokens yet.')
  if (!key || kid === undefined) throw invalidToken('invalid')
  try {
    const claims = jwt.verify(token, key, { algorithms: [tokenAlgorithm], issuer: tokenIssuer, audience })
    return { audience, kid, ...readers[audience](claims) }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Decodes a token. The library throws a SyntaxError if the payload of a token that calls itself a JWT is no JSON. */
function decodedToken(token: string) {
  try {
    return jwt.decode(token, { complete: true })
  } catch {
    throw invalidToken('invalid')
  }
}

function ofPerson(claims: unknown) {
  const { sub, jti, kind, scope, org, exp } = TokenClaims.parse(claims)
  const token = { tokenId: jti, tokenExpiresAt: exp }
  const limit = org !== undefined && { organizationId: org }
  if (kind === 'scim' && !limit) throw invalidToken('invalid')
  // Tokens of an organization and of the installation are nobody's.
  const isPersons = kind === 'user' || kind === 'saml'
  const caller: Caller = { kind, scope, ...token, ...limit, ...(isPersons && { userId: sub }) }
  return { caller, expiresAt: exp, revokedWith: jti }
}

function ofSite(token: unknown) {
  const {
    jti,
    exp,
    iat,
    organization,
    site,
    generation,
    claims = {},
    shareLink,
    preview,
    internal: isInternal,
  } = SiteTokenClaims.parse(token)
  const caller: Caller = {
    kind: 'site',
    scope: 'read',
    tokenId: jti,
    tokenExpiresAt: exp,
    organizationId: organization,
    visit: {
      ...{ siteId: site, generation, issuedAt: iat, claims, shareLinkId: shareLink },
      ...(preview && { previewOf: preview.user, previewKind: preview.kind, previewToken: preview.token, isInternal }),
    },
  }
  return { caller, expiresAt: exp, revokedWith: preview?.token }
}

function ofIntegration(token: unknown) {
  const { integration: name, installation: installationId, generation, exp } = IntegrationTokenClaims.parse(token)
  const caller: Caller = {
    kind: 'integration',
    scope: 'full',
    // All tokens of one integration count together.
    tokenId: `integration ${name}`,
    tokenExpiresAt: exp,
    integration: { name, generation, ...(installationId !== undefined && { installationId }) },
  }
  return { caller, expiresAt: exp, revokedWith: undefined }
}

const audiences = [tokenAudience, siteTokenAudience, integrationTokenAudience] as const
const readers = {
  [tokenAudience]: ofPerson,
  [siteTokenAudience]: ofSite,
  [integrationTokenAudience]: ofIntegration,
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof jwt.TokenExpiredError)
    return invalidToken('expired', 'The access token has expired: create a new one.')
  if (error instanceof jwt.JsonWebTokenError && error.message.startsWith('jwt audience invalid')) {
    return invalidToken('purpose', 'The token was made for another purpose: this interface needs an access token.')
  }
  return invalidToken('invalid')
}

/** 401 for a token that is malformed, expired or revoked. */
export class InvalidToken extends Refusal {
  readonly reason: TokenProblem

  constructor(reason: TokenProblem, message: string) {
    super(401, message, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
    this.reason = reason
  }
}

type TokenProblem = 'invalid' | 'expired' | 'purpose' | 'revoked'

export const invalidToken = (
  reason: TokenProblem,
  message = 'The access token is not valid: check that it was copied whole, or create a new one.',
) => new InvalidToken(reason, message)
