import { badRequest, newId } from '@quire/kit'
import { sql as raw } from 'kysely'

const dayMs = 24 * 3600_000
/** Lifetime of a token without a requested expiry. */
export const defaultLifetimeMs = 90 * dayMs
/** Bounds the lifetime of tokens: a revocation must be stored until the token would have expired. */
export const maxLifetimeMs = 366 * dayMs

/** True for a row of `token` that somebody holds as signed here; sessions and permissions of programs stay inside. */
export const isSigned = raw<boolean>`not exists (
  select from session where session.id = token.id union all select from program where program.id = token.id)`

interface NewToken {
  /** Null for a token of the installation. */
  userId: string | null
  name: string
  scope: 'full' | 'read'
  lifetimeMs: number
  now: Date
}

/** Creates a token's row. Times are in whole seconds, as in JWTs. */
export function newToken({ lifetimeMs, now, ...rest }: NewToken) {
  const madeAt = Math.floor(now.getTime() / 1000) * 1000
  const lifetime = Math.max(1000, Math.floor(lifetimeMs / 1000) * 1000)
  return { id: newId(), ...rest, createdAt: new Date(madeAt), expiresAt: new Date(madeAt + lifetime), revokedAt: null }
}

/** Returns the claims of a row's token. */
export function claimsOf({ id, userId, scope, createdAt, expiresAt }: ReturnType<typeof newToken>) {
  return { id, userId, scope, issuedAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() }
}

/** Returns the lifetime of a token in milliseconds; throws 400 if it would end now, or after more than a year. */
export function lifetimeUntil(expiresAt: string, now: Date): number {
  const lifetimeMs = new Date(expiresAt).getTime() - now.getTime()
  if (lifetimeMs < 1000) throw badRequest('body.expiresAt', 'must lie in the future')
  if (lifetimeMs > maxLifetimeMs) throw badRequest('body.expiresAt', 'must lie within a year')
  return lifetimeMs
}
