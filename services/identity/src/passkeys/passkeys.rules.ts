import type { KeyObject } from 'node:crypto'
import { type Passkey, timestamp } from '@quire/contracts'
import { conflict, forbidden, newId, Refusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../database.ts'
import type { SignInNeeds } from '../sessions/sign-in-metrics.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import type { PasskeyRow } from './verify-answers.ts'

/** The dependencies of handlers of passkeys. */
export interface PasskeyNeeds extends SignInNeeds {
  /** The key that challenges are made with. */
  codeKey: KeyObject
  /** True if the installation sends mail. */
  sendsMail: boolean
}

/** Bounds the passkeys of a person. */
const maxPasskeys = 20
/** A sign-in that is older does not change how the person signs in. */
const recentMs = 10 * 60_000
/** Answers from one network within an hour that may sign nobody in. */
const maxTries = 60
const hourMs = 3600_000

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

/** Throws 409 if the person has as many passkeys as people may have. Their row must be locked. */
export async function requireRoom(sql: Kysely<Tables>, userId: string): Promise<void> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::int as count from passkey where user_id = ${userId}`.execute(sql)
  if ((rows[0]?.count ?? 0) >= maxPasskeys)
    throw conflict(`A person has at most ${maxPasskeys} passkeys: remove one first.`)
}

/**
 * Counts an answer before it is looked at; returns the id of the try, which is deleted when somebody is signed in. Throws
 * 429 if the network has sent too many. Only tries that fail stay, so nobody counts as wrong who has signed in.
 */
export async function countTry(sql: Kysely<Tables>, origin: string | null, now: Date): Promise<string> {
  const id = newId()
  const { rows } = await raw`
    insert into passkey_try (id, origin, created_at)
    select ${id}, ${origin}, ${now}::timestamptz where (
      select count(*) from passkey_try
      where origin is not distinct from ${origin} and created_at > ${new Date(now.getTime() - hourMs)}::timestamptz
    ) < ${maxTries}
    returning id`.execute(sql)
  if (rows.length === 0)
    throw new Refusal(429, 'Many passkeys failed from your network: wait.', { 'Retry-After': '3600' }, 'sign-ins')
  return id
}

/** Deletes tries that no bound counts any more. */
export async function deleteOldTries(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql
    .deleteFrom('passkey_try')
    .where('created_at', '<', new Date(now.getTime() - hourMs))
    .execute()
}

export const presentPasskey = (
  row: Pick<PasskeyRow, 'id' | 'name' | 'is_synced' | 'created_at' | 'used_at'>,
  publicUrl: string,
): Passkey => ({
  object: 'passkey',
  id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: timestamp(row.created_at),
  usedAt: row.used_at === null ? null : timestamp(row.used_at),
  urls: { location: `${publicUrl}/v1/user/passkeys/${row.id}` },
})
