import { forbidden } from '@quire/kit'
import type { Context } from '../context.ts'
import { requireWholeAccount } from '../users/whole-account.ts'

/** A sign-in that is older neither changes how the person signs in nor makes a token, which outlives it. */
const recentMs = 10 * 60_000

/**
 * Returns the id of the caller's session. Throws 403 unless the caller has signed in to their whole account, in a browser
 * and within ten minutes: a browser that was left open, or a stolen token, must not gain a key of its own.
 */
export async function requireRecentSignIn({
  sql,
  caller,
  now,
}: Pick<Context, 'sql' | 'caller' | 'now'>): Promise<string> {
  requireWholeAccount(caller)
  const session =
    caller.isSession &&
    (await sql
      .selectFrom('session')
      .innerJoin('token', 'token.id', 'session.id')
      .select('session.id')
      .where('session.id', '=', caller.tokenId ?? '')
      .where('token.revoked_at', 'is', null)
      .where('token.created_at', '>', new Date(now().getTime() - recentMs))
      .executeTakeFirst())
  if (!session) throw forbidden('Sign in again first: this is for people who have signed in within ten minutes.')
  return session.id
}
