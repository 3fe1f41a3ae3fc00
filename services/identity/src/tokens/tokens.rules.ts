import { newId } from '@quire/kit'

const dayMs = 24 * 3600_000
/** Where no expiry is asked for. */
export const defaultLifetimeMs = 90 * dayMs
/** No token lives longer: a revoked token must be remembered until it would have expired. */
export const maxLifetimeMs = 366 * dayMs

interface NewToken {
  userId: string
  name: string
  scope: 'full' | 'read'
  lifetimeMs: number
  now: Date
}

/** A new token's row; JWTs count in seconds, so its times do too. */
export function newToken({ lifetimeMs, now, ...rest }: NewToken) {
  const madeAt = Math.floor(now.getTime() / 1000) * 1000
  const lifetime = Math.max(1000, Math.floor(lifetimeMs / 1000) * 1000)
  return { id: newId(), ...rest, createdAt: new Date(madeAt), expiresAt: new Date(madeAt + lifetime), revokedAt: null }
}

/** What the row's token says. */
export function claimsOf({ id, userId, scope, createdAt, expiresAt }: ReturnType<typeof newToken>) {
  return { id, userId, scope, issuedAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() }
}
