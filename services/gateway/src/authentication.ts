import { hash } from 'node:crypto'
import { TokenClaims, tokenAlgorithm, tokenAudience, tokenIssuer } from '@quire/contracts'
import { type Caller, Refusal, type Revocations, unauthorized, unavailable } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { TokenKeys } from './token-keys.ts'

const scheme = /^Bearer +([\w.~+/=-]+) *$/i
const rememberedTokens = 10_000
const rememberedForMs = 60_000

/** Throws 401 with what to do; nobody learns more about a token than whoever holds it knows. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/** Verifies access tokens (design 3). A token's signature is checked once a minute, its revocation every time. */
export function authenticator(keys: TokenKeys, revocations: Revocations): Authenticate {
  const verified = new LRUCache<string, TokenClaims>({ max: rememberedTokens, ttl: rememberedForMs })

  async function claimsOf(token: string): Promise<TokenClaims> {
    const digest = hash('sha256', token, 'base64')
    const known = verified.get(digest)
    if (known && known.exp * 1000 > Date.now()) return known
    const claims = await verify(keys, token)
    verified.set(digest, claims)
    return claims
  }

  return async (authorization) => {
    const token = authorization?.match(scheme)?.[1]
    if (!token) throw unauthorized()
    if (!revocations.isSeeded()) throw unavailable('The gateway is starting: revocations are not known yet.')
    const claims = await claimsOf(token)
    if (revocations.has('identity.token', claims.jti)) {
      throw invalidToken('The access token was revoked: create a new one.')
    }
    return callerOf(claims)
  }
}

async function verify(keys: TokenKeys, token: string): Promise<TokenClaims> {
  const id = jwt.decode(token, { complete: true })?.header.kid
  const key = id === undefined ? undefined : await keys.find(id)
  if (!key && !keys.isLoaded()) throw unavailable('The gateway is starting: it cannot check access tokens yet.')
  if (!key) throw invalidToken()
  try {
    const claims = jwt.verify(token, key, {
      algorithms: [tokenAlgorithm],
      issuer: tokenIssuer,
      audience: tokenAudience,
    })
    return TokenClaims.parse(claims)
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
