import { type Session, sessionOperations, timestamp } from '@quire/contracts'
import { absent, consoleCookie, countOf, deleted, done, keysetPage, listOf } from '@quire/kit'
import { organizationsComeTo } from '../audit/store-events.ts'
import { type Context, implement } from '../context.ts'
import { endSessions, liveSessions } from './sessions.rules.ts'

export const sessionRoutes = implement(sessionOperations, {
  async listSessionsForAuthenticatedUser(context) {
    const { sql, caller, page, cursors, publicUrl } = context
    const own = ownSessions(context)
    const rows = await keysetPage(own.select(columns), page, ['session.id']).execute()
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => presentSession(row, { currentId: caller.tokenId, publicUrl }),
      after: (row) => [row.id],
      count: () => countOf(sql, own.select('session.id')),
    })
  },

  async endSession(context) {
    const { sql, audit, userId, params } = context
    const found = await ownSessions(context)
      .select(['session.id', 'session.device'])
      .where('session.id', '=', params.sessionId)
      .executeTakeFirst()
    const [ended] = found ? await endSessions(context, { userId, id: found.id }) : []
    if (!found || ended === undefined) return absent()
    audit({ organizations: await organizationsComeTo(sql, userId), target: { id: ended, label: found.device } })
    return deleted()
  },

  async signOut(context) {
    const { sql, audit, caller, publicUrl } = context
    const { userId, tokenId, isSession } = caller
    const [ended] =
      isSession && userId !== undefined && tokenId !== undefined
        ? await endSessions(context, { userId, id: tokenId })
        : []
    if (ended === undefined || userId === undefined) audit({ isUnchanged: true })
    else audit({ organizations: await organizationsComeTo(sql, userId), target: { id: ended } })
    return done({ 'Set-Cookie': consoleCookie(publicUrl).clear() })
  },
})

/** Selects the caller's sessions; those of one organization if the caller is limited to it. */
function ownSessions({ sql, caller, userId, now }: Pick<Context, 'sql' | 'caller' | 'userId' | 'now'>) {
  const own = liveSessions(sql, now())
    .leftJoin('member', 'member.id', 'token.member_id')
    .where('token.user_id', '=', userId)
  const { organizationId } = caller
  return organizationId === undefined ? own : own.where('member.organization_id', '=', organizationId)
}

const columns = [
  ...(['session.id', 'session.method', 'session.device', 'session.address', 'session.used_at'] as const),
  ...(['token.created_at', 'token.expires_at', 'member.organization_id'] as const),
] as const

interface SessionRow {
  id: string
  method: Session['method']
  device: string
  address: string | null
  created_at: Date | string
  used_at: Date | string
  expires_at: Date | string
  organization_id: string | null
}

export function presentSession(
  row: SessionRow,
  { currentId, publicUrl }: { currentId: string | undefined; publicUrl: string },
): Session {
  return {
    object: 'session',
    id: row.id,
    method: row.method,
    device: row.device,
    ...(row.address !== null && { address: row.address }),
    ...(row.organization_id !== null && { organization: row.organization_id }),
    isCurrent: row.id === currentId,
    createdAt: timestamp(row.created_at),
    usedAt: timestamp(row.used_at),
    expiresAt: timestamp(row.expires_at),
    urls: { location: `${publicUrl}/v1/user/sessions/${row.id}` },
  }
}
