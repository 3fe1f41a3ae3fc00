import { tokenAlgorithm, tokenAudience, tokenIssuer } from '@quire/contracts'
import jwt from 'jsonwebtoken'
import { readSigningKeys } from './signing-keys.ts'

/** Audiences keep tokens apart: a visitor's opens nothing of the management interface. */
const visitorAudience = 'quire-visitor'
const visitorSeconds = 3600

/** What an access token says; times in milliseconds since 1970, of which the seconds count. */
export interface TokenClaims {
  id: string
  userId: string
  scope: 'full' | 'read'
  issuedAtMs: number
  expiresAtMs: number
  /** The token is good in this organization only. */
  organizationId?: string
}

/** Signs what identity answers for (design 7). */
export interface Signer {
  /** An access token of the management interface. */
  signAccess(claims: TokenClaims): string
  /** Claims of a signed-in person for sites that ask who visits; valid for an hour, and no access token. */
  signVisitor(claims: { userId: string; organizationId: string }): string
  /** What others verify access tokens with. */
  publicKeys(): { kty: 'RSA'; kid: string; use: 'sig'; alg: 'RS256'; n: string; e: string }[]
}

/** Reads the keys from SECRETS_DIR once and keeps them ready to sign. */
export function openSigner(config: { SECRETS_DIR: string }): Signer {
  const keys = readSigningKeys(config)
  const [{ key, kid }] = keys
  const options = { algorithm: tokenAlgorithm, keyid: kid, issuer: tokenIssuer } as const
  return {
    signAccess({ id, userId, scope, issuedAtMs, expiresAtMs, organizationId }) {
      const times = { iat: Math.floor(issuedAtMs / 1000), exp: Math.floor(expiresAtMs / 1000) }
      const claims = { ...times, scope, ...(organizationId && { org: organizationId }) }
      return jwt.sign(claims, key, { ...options, audience: tokenAudience, subject: userId, jwtid: id })
    },
    signVisitor({ userId, organizationId }) {
      const limits = { audience: visitorAudience, subject: userId, expiresIn: visitorSeconds }
      return jwt.sign({ org: organizationId }, key, { ...options, ...limits })
    },
    publicKeys: () => keys.map(({ kid: id, jwk }) => ({ ...jwk, kid: id, use: 'sig', alg: tokenAlgorithm })),
  }
}
