import { forbidden } from '../refusals.ts'
import type { Caller } from './principal.ts'

const recentSeconds = 10 * 60

/**
 * Throws 403 if the caller is a session in a browser that began more than ten minutes ago: a browser that was left open
 * must gain neither a key of its own nor an administrator. A token does what its owner let it do.
 */
export function requireRecentSession({ isSession, signedInAt = 0 }: Caller): void {
  if (isSession && signedInAt + recentSeconds <= Date.now() / 1000)
    throw forbidden('Sign in again first: this is for people who have signed in within ten minutes.')
}
