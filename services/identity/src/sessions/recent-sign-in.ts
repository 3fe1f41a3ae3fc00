import { forbidden } from '@quire/kit'
import type { Context } from '../context.ts'
import { requireWholeAccount } from '../users/whole-account.ts'

/** A sign-in that is older neither changes how the person signs in nor makes what lets somebody in after it has ended. */
const recentMs = 10 * 60_000

type SignedIn = Pick<Context, 'sql' | 'caller' | 'now'>

/**
 * Returns the id of the caller's session. Throws 403 unless the caller has signed in to their whole account, in a browser
 * and within ten minutes: a browser that was left open, or a stolen token, must not gain a key of its own.
 */
export async function requireRecentSignIn(context: SignedIn): Promise<string> {
  requireWholeAccount(context.caller)
  return requireRecentSession(context)
}

/** Throws 403 if the caller is a session that began more than ten minutes ago. A token does what its owner let it do. */
export async function requireNoOldSession(context: SignedIn): Promise<void> {
  if (context.caller.isSession) await requireRecentSession(context)
}

async function requireRecentSession({ sql, caller, now }: SignedIn): Promise<string> {
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
