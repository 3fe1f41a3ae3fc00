import { hash } from 'node:crypto'
import { type Caller, unauthorized } from '@quire/kit/edge'
import { LRUCache } from 'lru-cache'
import type { RevokedTokens } from './revoked-tokens.ts'
import { invalidToken, type KeysOfTokens, keysFor, type VerifiedToken, verifyToken } from './verification.ts'

const scheme = /^Bearer +([\w.~+/=-]+) *$/i
const maxCached = 10_000
const cachedForMs = 60_000

/** Throws 401 with advice. The error reveals nothing about a token that its holder does not know. */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>

/**
 * Verifies access tokens and tokens of published sites. A token's signature is checked once a minute; its key (still
 * published) and the token (not revoked) are checked every time.
 */
export function authenticator(keys: KeysOfTokens, revoked: Pick<RevokedTokens, 'has'>): Authenticate {
  const cache = new LRUCache<string, VerifiedToken>({ max: maxCached, ttl: cachedForMs })

  async function verified(token: string): Promise<VerifiedToken> {
    const digest = hash('sha256', token, 'base64')
    const known = cache.get(digest)
    if (known && keysFor(keys, known.audience).has(known.kid) && known.expiresAt * 1000 > Date.now()) return known
    const fresh = await verifyToken(keys, token)
    cache.set(digest, fresh)
    return fresh
  }

  return async (authorization) => {
    const token = authorization?.match(scheme)?.[1]
    if (!token) throw unauthorized()
    const { caller, revokedWith } = await verified(token)
    if (revokedWith !== undefined && (await revoked.has(revokedWith))) {
      throw invalidToken('The access token was revoked: create a new one.')
    }
    return caller
  }
}
