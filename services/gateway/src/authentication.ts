import { hash } from 'node:crypto'
import { TokenClaims, tokenAlgorithm, tokenAudience, tokenIssuer } from '@quire/contracts'
import { type Caller, Refusal, unauthorized, unavailable } from '@quire/kit/edge'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { RevokedTokens } from './revoked-tokens.ts'
import type { TokenKeys } from './token-keys.ts'

const scheme = /^Bearer +([\w.~+/=-]+) *$/i
const rememberedTokens = 10_000
const rememberedForMs = 60_000

/** Throws 401 with what to do. It tells nothing about a token that its holder does not know. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

interface VerifiedToken {
  claims: TokenClaims
  /** The key that vouches for it. */
  kid: string
}

/**
 * Verifies access tokens. A token's signature is checked once a minute. That its key is still published and that it was
 * not revoked is checked every time.
 */
export function authenticator(keys: TokenKeys, revoked: Pick<RevokedTokens, 'has'>): Authenticate {
  const remembered = new LRUCache<string, VerifiedToken>({ max: rememberedTokens, ttl: rememberedForMs })

  async function claimsOf(token: string): Promise<TokenClaims> {
    const digest = hash('sha256', token, 'base64')
    const known = remembered.get(digest)
    if (known && keys.has(known.kid) && known.claims.exp * 1000 > Date.now()) return known.claims
    const verified = await verify(keys, token)
    remembered.set(digest, verified)
    return verified.claims
  }

  return async (authorization) => {
    const token = authorization?.match(scheme)?.[1]
    if (!token) throw unauthorized()
    const claims = await claimsOf(token)
    if (await revoked.has(claims.jti)) throw invalidToken('The access token was revoked: create a new one.')
    return callerOf(claims)
  }
}

async function verify(keys: TokenKeys, token: string): Promise<VerifiedToken> {
  const kid = jwt.decode(token, { complete: true })?.header.kid
  const key = kid === undefined ? undefined : await keys.find(kid)
  if (!key && !keys.isLoaded()) throw unavailable('The gateway is starting: it cannot check access tokens yet.')
  if (!key || kid === undefined) throw invalidToken()
  try {
    const claims = jwt.verify(token, key, {
      algorithms: [tokenAlgorithm],
      issuer: tokenIssuer,
      audience: tokenAudience,
    })
    return { claims: TokenClaims.parse(claims), kid }
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof jwt.TokenExpiredError) return invalidToken('The access token has expired: create a new one.')
  if (error instanceof jwt.JsonWebTokenError && error.message.startsWith('jwt audience invalid')) {
    return invalidToken('The token was made for another purpose: this interface needs an access token.')
  }
  return invalidToken()
}

const invalidToken = (
  message = 'The access token is not valid: check that it was copied whole, or create a new one.',
) => new Refusal(401, message, { 'WWW-Authenticate': 'Bearer error="invalid_token"' })

function callerOf({ sub, jti, kind, scope, org }: TokenClaims): Caller {
  return { userId: sub, kind, scope, tokenId: jti, ...(org !== undefined && { organizationId: org }) }
}
