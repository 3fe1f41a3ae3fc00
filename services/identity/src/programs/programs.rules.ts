import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { newId, OAuthRefusal } from '@quire/kit'
import { type Kysely, sql as raw, type Selectable, type SqlBool } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables, Writer } from '../database.ts'
import { endTokens, liveSessions } from '../sessions/sessions.rules.ts'
import type { TokenLimitsNeeds } from '../tokens/token-limits.ts'

const dayMs = 24 * 3600_000
/** The lifetime of a permission, however often it is used; then the person decides again. */
const lifetimeMs = 90 * dayMs
const codeSeconds = 60
/** Time in which a program that sends an exchange twice is refused without being taken for a thief. */
const repeatMs = 30_000
/** Bounds the permissions of a person, and those of one membership; another one ends the oldest. */
const maxPrograms = 100

/** The dependencies of handlers that give programs access to internal sites. */
export interface ProgramNeeds extends TokenLimitsNeeds {
  /** The key that ids of clients and refresh tokens are made with. */
  codeKey: KeyObject
  /** Ends a permission whose secret somebody has a copy of, as the request with this id shows. */
  endStolenProgram: (program: LiveProgram, requestId: string) => Promise<void>
}

type ProgramRow = Selectable<Tables['program']>
/** A permission with the token that it is a part of. */
export type LiveProgram = ProgramRow &
  Pick<Selectable<Tables['token']>, 'kind' | 'expires_at' | 'name' | 'organization_id'> & { user_id: string }

const newSecret = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => hash('sha256', secret, 'base64url')
export const hashOfClient = hashOf

interface NewProgram {
  userId: string
  organizationId: string
  /** The token of the caller, whose limits the permission has too; absent for a token that is not stored. */
  tokenId: string | undefined
  name: string
  clientId: string
  site: string
  resource: string
  redirectUri: string
  codeChallenge: string
}

/**
 * Stores a permission, and returns its id and the code that the program exchanges within a minute. A permission of a
 * session of single sign-on ends with it. The rows of the person and of that token must be locked (`requireFewPrograms`,
 * `requireLiveToken`).
 */
export async function startProgram(writer: Writer & Pick<Context, 'now'>, starting: NewProgram) {
  const { sql, now } = writer
  const { userId, organizationId, tokenId = '', name, clientId, site, resource, redirectUri, codeChallenge } = starting
  const [id, code, createdAt] = [newId(), newSecret(), now()]
  const own = await sql.selectFrom('token').selectAll().where('id', '=', tokenId).executeTakeFirst()
  const isLimited = own?.kind === 'saml'
  const latest = createdAt.getTime() + lifetimeMs
  const endsAt = isLimited ? Math.min(latest, new Date(own.expires_at).getTime()) : latest
  await endOldest(writer, { userId, memberId: own?.member_id ?? null })
  await sql
    .insertInto('token')
    .values({
      ...{ id, kind: isLimited ? ('saml' as const) : ('user' as const), user_id: userId, name, scope: 'read' as const },
      ...{ organization_id: organizationId, member_id: own?.member_id ?? null, provider_id: own?.provider_id ?? null },
      ...{ created_at: createdAt, expires_at: new Date(endsAt) },
    })
    .execute()
  await sql
    .insertInto('program')
    .values({
      ...{ id, client_hash: hashOf(clientId), site_id: site, resource, redirect_uri: redirectUri },
      session_id: isLimited ? sql.selectFrom('session').select('id').where('id', '=', own.id) : null,
      ...{ code_challenge: codeChallenge, code_hash: hashOf(code), used_at: createdAt },
      code_expires_at: new Date(createdAt.getTime() + codeSeconds * 1000),
    })
    .execute()
  return { id, code }
}

/** Selects permissions that have not ended, with their tokens. */
export const livePrograms = (sql: Kysely<Tables>, now: Date) =>
  sql
    .selectFrom('program')
    .innerJoin('token', 'token.id', 'program.id')
    .where('token.revoked_at', 'is', null)
    .where('token.expires_at', '>', now)

type Secret = { code: string } | { refreshToken: string }

/**
 * Returns a new refresh token: the id of its permission, random bytes, and a code over both by a key of the installation.
 * So one that was replaced long ago still tells which permission somebody has a copy of, and nothing is stored of it.
 */
function newRefreshToken(key: KeyObject, id: string): string {
  const body = `${id}.${newSecret()}`
  return `${body}.${codeOf(key, body)}`
}

/** Returns the id of the permission that a refresh token was made for; undefined if it was not made here. */
function idInRefreshToken(key: KeyObject, refreshToken: string): string | undefined {
  const [id = '', random = '', code = '', ...more] = refreshToken.split('.')
  const [given, wanted] = [Buffer.from(code), Buffer.from(codeOf(key, `${id}.${random}`))]
  return more.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted) ? id : undefined
}

const codeOf = (key: KeyObject, body: string) =>
  createHmac('sha256', key).update(`refresh token ${body}`).digest('base64url')

type Finding = Pick<ProgramNeeds, 'codeKey'> & { sql: Kysely<Tables>; now: () => Date }

/** Returns the permission of a code or refresh token, used or not, of a person who may sign in; undefined if there is none. */
export async function findProgram({ sql, codeKey, now }: Finding, secret: Secret): Promise<LiveProgram | undefined> {
  const id = 'refreshToken' in secret ? idInRefreshToken(codeKey, secret.refreshToken) : undefined
  if ('refreshToken' in secret && id === undefined) return undefined
  const live = livePrograms(sql, now())
    .innerJoin('user', 'user.id', 'token.user_id')
    .where('user.disabled_at', 'is', null)
    .where(({ or, eb, exists }) => {
      const session = liveSessions(sql, now()).where(raw<SqlBool>`session.id = program.session_id`).select('session.id')
      return or([eb('program.session_id', 'is', null), exists(session)])
    })
    .selectAll('program')
    .select(['token.kind', 'token.expires_at', 'token.name', 'token.organization_id', 'user.id as user_id'])
  const found =
    'code' in secret
      ? live.where('program.code_hash', '=', hashOf(secret.code))
      : live.where('program.id', '=', id ?? '').where('program.refresh_hash', 'is not', null)
  return found.executeTakeFirst()
}

/**
 * True if the secret was used before, by somebody who has a copy: a code at any time, the last refresh token later than a
 * program sends one twice, and an older one at any time.
 */
export function isReplayed(program: LiveProgram, secret: Secret, now: Date): boolean {
  if ('code' in secret) return program.refresh_hash !== null
  const hashed = hashOf(secret.refreshToken)
  if (hashed === program.refresh_hash) return false
  return hashed !== program.former_hash || now.getTime() - new Date(program.used_at).getTime() > repeatMs
}

/** Uses the secret up, and returns the refresh token that takes its place. Of two at once, one gets it. */
export async function rotate({ sql, codeKey, now }: Finding, { id }: LiveProgram, secret: Secret): Promise<string> {
  const next = newRefreshToken(codeKey, id)
  const changing = sql
    .updateTable('program')
    .set((set) => ({ refresh_hash: hashOf(next), former_hash: set.ref('refresh_hash'), used_at: now() }))
    .where('id', '=', id)
    .where('id', 'in', livePrograms(sql, now()).select('program.id'))
  const changed =
    'code' in secret
      ? changing.where('refresh_hash', 'is', null).where('code_expires_at', '>', now())
      : changing.where('refresh_hash', '=', hashOf(secret.refreshToken))
  if (!(await changed.returning('id').executeTakeFirst())) throw deadGrant()
  return next
}

export const deadGrant = () =>
  new OAuthRefusal('invalid_grant', 'The code or refresh token was used, has expired or ended: ask the person again.')

/**
 * Ends the oldest permissions to make room: of the whole account, or of the membership that the caller is limited to, as
 * the organization that asserts a person must not end what they gave elsewhere (docs/adr/0014).
 */
async function endOldest(
  writer: Writer & Pick<Context, 'now'>,
  { userId, memberId }: { userId: string; memberId: string | null },
): Promise<void> {
  const oldest = await livePrograms(writer.sql, writer.now())
    .select('program.id')
    .where('token.user_id', '=', userId)
    .where('token.member_id', 'is not distinct from', memberId)
    .orderBy('program.id', 'desc')
    .offset(maxPrograms - 1)
    .execute()
  await endTokens(
    writer,
    oldest.map(({ id }) => id),
  )
}
