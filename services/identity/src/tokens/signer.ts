import { tokenAlgorithm, tokenAudience, tokenIssuer } from '@quire/contracts'
import { type Logger, openKeyRing, publicKeysOf } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { accessKeys } from './key-files.ts'

/** Audiences keep tokens apart: the claims of a visitor open nothing of the management interface. */
const visitorAudience = 'quire-visitor'
export const visitorSeconds = 3600

/** What an access token says; times in milliseconds since 1970, of which the seconds count. */
interface TokenClaims {
  id: string
  userId: string
  scope: 'full' | 'read'
  issuedAtMs: number
  expiresAtMs: number
  /** What the token came of, if not of the person's own making. */
  kind?: 'saml'
  /** The token is good in this organization only. */
  organizationId?: string
}

/** Signs access tokens and visitors' claims. */
export interface Signer {
  /** An access token of the management interface. */
  signAccess(claims: TokenClaims): string
  /** Claims of a signed-in person for sites that ask who visits; valid for an hour, and no access token. */
  signVisitor(claims: { userId: string; organizationId: string }): string
  /** Takes in key files that changed since the last look. */
  refresh(): void
  /** The id of the key that it signs with. */
  signs(): string
  /** What others verify access tokens with. */
  publicKeys(): { kty: 'RSA'; kid: string; use: 'sig'; alg: 'RS256'; n: string; e: string }[]
}

/** Reads the keys from SECRETS_DIR and keeps them ready to sign; no signature reads a file. */
export function openSigner(config: { SECRETS_DIR: string }, log?: Logger): Signer {
  const ring = openKeyRing(accessKeys(config), log)
  function sign(claims: object, options: jwt.SignOptions): string {
    const { key, kid } = ring.keys().current
    return jwt.sign(claims, key, { algorithm: tokenAlgorithm, keyid: kid, issuer: tokenIssuer, ...options })
  }
  return {
    signAccess({ id, userId, kind, scope, issuedAtMs, expiresAtMs, organizationId }) {
      const times = { iat: Math.floor(issuedAtMs / 1000), exp: Math.floor(expiresAtMs / 1000) }
      const claims = { ...times, ...(kind && { kind }), scope, ...(organizationId && { org: organizationId }) }
      return sign(claims, { audience: tokenAudience, subject: userId, jwtid: id })
    },
    signVisitor({ userId, organizationId }) {
      return sign({ org: organizationId }, { audience: visitorAudience, subject: userId, expiresIn: visitorSeconds })
    },
    refresh: ring.refresh,
    signs: () => ring.keys().current.kid,
    publicKeys: () => publicKeysOf(ring.keys()),
  }
}
