import { sessionInternalOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { liveSessions } from './sessions.rules.ts'

export const sessionUseRoutes = implement(sessionInternalOperations, {
  /** Returns the caller of a session; 404 for one that has ended, and for a person who may not sign in any more. */
  async useSession({ sql, params, query, now }) {
    const found = await liveSessions(sql, now())
      .innerJoin('user', 'user.id', 'token.user_id')
      .leftJoin('member', 'member.id', 'token.member_id')
      .select(['session.id', 'user.id as user_id', 'token.kind', 'member.organization_id'])
      .select(['token.expires_at', 'token.created_at'])
      .where('session.hash', '=', params.sessionHash)
      .where('user.disabled_at', 'is', null)
      .where(({ or, eb }) => or([eb('token.member_id', 'is', null), eb('member.disabled', '=', false)]))
      .executeTakeFirst()
    if (!found) throw notFound('The session')
    await sql.updateTable('session').set({ used_at: now() }).where('id', '=', found.id).execute()
    return {
      id: found.id,
      userId: found.user_id,
      kind: found.kind === 'saml' ? ('saml' as const) : ('user' as const),
      ...(found.organization_id !== null && { organizationId: found.organization_id }),
      expiresAt: secondsOf(found.expires_at),
      ...(query.signedInAt && { signedInAt: secondsOf(found.created_at) }),
    }
  },
})

const secondsOf = (time: Date | string) => Math.floor(new Date(time).getTime() / 1000)
