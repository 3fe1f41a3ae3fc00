import { type Caller, forbidden } from '@quire/kit'
import { requireWholeAccount } from '../users/whole-account.ts'

/**
 * Returns the id of the caller's session. Throws 403 unless the caller has signed in to their whole account in a browser: a
 * token must not gain a key of its own.
 */
export function requireOwnSession(caller: Caller): string {
  requireWholeAccount(caller)
  if (!caller.isSession || caller.tokenId === undefined)
    throw forbidden('Passkeys are added and removed in the console: sign in there.')
  return caller.tokenId
}
