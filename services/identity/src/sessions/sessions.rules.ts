import { type SignInMethod, token } from '@quire/contracts'
import { anyOf, newCookieValue, newId, sessionHash } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables, Writer } from '../database.ts'

const dayMs = 24 * 3600_000
/** The lifetime of a session, however often it is used. */
const lifetimeMs = 30 * dayMs
/** The time without use after which a session has ended. */
const idleMs = 7 * dayMs
/** Bounds the sessions of a person, and those of one membership; another sign-in ends the oldest. */
const maxSessions = 50

type SessionWriter = Writer & Pick<Context, 'now'>

/** The person that signs in, and by what. */
export interface NewSession {
  userId: string
  method: SignInMethod
  /** The membership whose organization alone the session opens; absent for the whole account. */
  memberId?: string
  /** The SAML provider that vouched for the person. */
  providerId?: string
  /** The passkey that signed the person in. */
  passkeyId?: string
  /** The end of the session, where it is earlier than usual. */
  endsAt?: Date | null
  device: string
  address: string | undefined
}

/** A session with the secret that its browser gets, which is not stored. */
export interface StartedSession {
  id: string
  device: string
  secret: string
  createdAt: Date
  expiresAt: Date
  /** Seconds to its end. */
  maxAgeSeconds: number
}

/**
 * Starts a session. The row of the person must be locked (`isEnabled`): whoever ends the person's sessions then finds this
 * one.
 */
export async function startSession(writer: SessionWriter, starting: NewSession): Promise<StartedSession> {
  const { sql, now } = writer
  const { userId, method, memberId, providerId, passkeyId, endsAt, device, address } = starting
  const [id, secret, createdAt] = [newId(), newCookieValue('session'), now()]
  const lastsMs = Math.min(lifetimeMs, endsAt ? endsAt.getTime() - createdAt.getTime() : lifetimeMs)
  const expiresAt = new Date(createdAt.getTime() + lastsMs)
  await endSessions(writer, { userId, memberId: memberId ?? null, newest: maxSessions - 1 })
  await sql
    .insertInto('token')
    .values({
      id,
      kind: memberId === undefined ? 'user' : 'saml',
      user_id: userId,
      member_id: memberId ?? null,
      provider_id: providerId ?? null,
      name: device,
      scope: 'full',
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
  await sql
    .insertInto('session')
    .values({
      ...{ id, hash: sessionHash(secret), method, device, used_at: createdAt },
      ...{ address: address ?? null, passkey_id: passkeyId ?? null },
    })
    .execute()
  return { id, device, secret, createdAt, expiresAt, maxAgeSeconds: Math.max(1, Math.floor(lastsMs / 1000)) }
}

/** Selects sessions that have not ended, with their tokens. */
export function liveSessions(sql: Kysely<Tables>, now: Date) {
  return sql
    .selectFrom('session')
    .innerJoin('token', 'token.id', 'session.id')
    .where('token.revoked_at', 'is', null)
    .where('token.expires_at', '>', now)
    .where('session.used_at', '>', new Date(now.getTime() - idleMs))
}

/** Names sessions of a person. */
interface EndedSessions {
  userId: string
  /** One session; absent for all. */
  id?: string
  /** The membership that the sessions are limited to; null for those of the whole account, absent for both. */
  memberId?: string | null
  /** The number of sessions that stay, the newest. */
  newest?: number
}

/** Ends sessions, and emits each end. Returns the ids. */
export async function endSessions(
  { sql, emit, now }: SessionWriter,
  { userId, id, memberId, newest = 0 }: EndedSessions,
): Promise<string[]> {
  let ending = liveSessions(sql, now()).select('session.id').where('token.user_id', '=', userId)
  if (id !== undefined) ending = ending.where('session.id', '=', id)
  if (memberId === null) ending = ending.where('token.member_id', 'is', null)
  else if (memberId !== undefined) ending = ending.where('token.member_id', '=', memberId)
  return end({ sql, emit, now }, await ending.orderBy('session.id', 'desc').offset(newest).execute())
}

/**
 * Ends the sessions that administrators' links began: of an organization that demands single sign-on from now on, or of a
 * person who has proved their address, whom nobody else may sign in.
 */
export async function endLinkSessions(
  writer: SessionWriter,
  of: { organizationId: string } | { userId: string },
): Promise<void> {
  let limited = liveSessions(writer.sql, writer.now())
    .innerJoin('member', 'member.id', 'token.member_id')
    .select('session.id')
    .where('session.method', '=', 'link')
  if ('userId' in of) limited = limited.where('member.user_id', '=', of.userId)
  else limited = limited.where('member.organization_id', '=', of.organizationId)
  await end(writer, await limited.execute())
}

/** Ends the sessions that a passkey began, except the one from which it is removed. */
export async function endSessionsOfPasskey(
  writer: SessionWriter,
  { passkeyId, except }: { passkeyId: string; except: string },
): Promise<void> {
  const begun = liveSessions(writer.sql, writer.now())
    .select('session.id')
    .where('session.passkey_id', '=', passkeyId)
    .where('session.id', '!=', except)
  await end(writer, await begun.execute())
}

/** Ends sessions that have not ended meanwhile, and what was given in them. Returns the ids of the sessions. */
async function end(writer: SessionWriter, ending: { id: string }[]): Promise<string[]> {
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const ended = await endTokens(writer, idsOf(ending))
  if (ended.length === 0) return []
  const given = await writer.sql.selectFrom('program').select('id').where('session_id', '=', anyOf(ended)).execute()
  await endTokens(writer, idsOf(given))
  return ended
}

/** Revokes tokens, and emits each revocation. Returns the ids of those that had not been revoked. */
export async function endTokens({ sql, emit, now }: SessionWriter, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await sql
    .updateTable('token')
    .set({ revoked_at: now() })
    .where('id', '=', anyOf(ids))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of rows) emit(token.removed, { key: id, version: 1 })
  return rows.map(({ id }) => id)
}
