import { tokenAlgorithm, tokenAudience, tokenIssuer } from '@quire/contracts'
import { type Logger, type Metrics, openKeyRing, publicKeysOf } from '@quire/kit'
import jwt from 'jsonwebtoken'
import { Counter } from 'prom-client'
import { accessKeys } from './key-files.ts'

/** Audiences separate tokens: a visitor's claims are not valid for the management interface. */
const visitorAudience = 'quire-visitor'
export const visitorSeconds = 3600

/** The claims of an access token; times in milliseconds since 1970, rounded down to seconds. */
interface TokenClaims {
  id: string
  /** Null for a token of the installation. */
  userId: string | null
  scope: 'full' | 'read'
  issuedAtMs: number
  expiresAtMs: number
  /** Absent for tokens that people create for themselves. */
  kind?: 'saml' | 'scim' | 'installation'
  /** The only organization in which the token is valid, if limited. */
  organizationId?: string
}

/** Signs access tokens and visitors' claims. */
export interface Signer {
  /** Signs an access token of the management interface. */
  signAccess(claims: TokenClaims): string
  /** Signs a person's claims for sites that authenticate visitors; valid for an hour, and not as an access token. */
  signVisitor(claims: { userId: string; organizationId: string }): string
  /** Reads key files that have changed. */
  refresh(): void
  /** Returns the id of the key that signs. */
  signs(): string
  /** Returns the keys that verify access tokens. */
  publicKeys(): { kty: 'RSA'; kid: string; use: 'sig'; alg: 'RS256'; n: string; e: string }[]
}

/** The dependency of handlers that sign tokens. */
export interface SignerNeeds {
  signer: Signer
}

interface SignerParts {
  log: Logger
  metrics: Pick<Metrics, 'registry'>
}

/** Reads the keys from SECRETS_DIR and caches them, so that signing reads no file. Commands have neither log nor metrics. */
export function openSigner(config: { SECRETS_DIR: string }, { log, metrics }: Partial<SignerParts> = {}): Signer {
  const issued = metrics && countTokens(metrics)
  const ring = openKeyRing(accessKeys(config), log)
  function sign(claims: object, options: jwt.SignOptions): string {
    const { key, kid } = ring.keys().current
    return jwt.sign(claims, key, { algorithm: tokenAlgorithm, keyid: kid, issuer: tokenIssuer, ...options })
  }
  return {
    signAccess({ id, userId, kind, scope, issuedAtMs, expiresAtMs, organizationId }) {
      issued?.inc({ kind: kind ?? 'personal' })
      const times = { iat: Math.floor(issuedAtMs / 1000), exp: Math.floor(expiresAtMs / 1000) }
      const claims = { ...times, ...(kind && { kind }), scope, ...(organizationId && { org: organizationId }) }
      return sign(claims, { audience: tokenAudience, subject: userId ?? 'installation', jwtid: id })
    },
    signVisitor({ userId, organizationId }) {
      return sign({ org: organizationId }, { audience: visitorAudience, subject: userId, expiresIn: visitorSeconds })
    },
    refresh: ring.refresh,
    signs: () => ring.keys().current.kid,
    publicKeys: () => publicKeysOf(ring.keys()),
  }
}

const countTokens = ({ registry }: Pick<Metrics, 'registry'>) =>
  new Counter({
    name: 'quire_tokens_issued_total',
    help: 'Access tokens that were issued, by kind: personal, saml, scim, installation',
    labelNames: ['kind'],
    registers: [registry],
  })
