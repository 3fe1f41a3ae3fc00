import type { KeyObject } from 'node:crypto'
import { type Passkey, timestamp } from '@quire/contracts'
import { conflict, newId, Refusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import type { SignInNeeds } from '../sessions/sign-in-metrics.ts'
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
/** Answers from one network within an hour that may sign nobody in. */
const maxTries = 60
const hourMs = 3600_000

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
