import { member, token } from '@quire/contracts'
import { type Bus, revocationKey, seededKey } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const batch = 1000
/** Longer than the stream keeps its messages: a service that missed the removal has been resynchronised by then. */
const keepRemovedMs = 8 * 24 * 3600_000

/**
 * Copies to the bucket every revocation our tables know of, then marks it as complete: nobody is
 * ready before that. Does nothing where the mark is there already and `anew` is false.
 */
export async function seedRevocations(
  bus: Bus,
  sql: Kysely<Tables>,
  { anew, now }: { anew: boolean; now: Date },
): Promise<void> {
  if (!anew && (await bus.revocations.get(seededKey))?.operation === 'PUT') return
  await copyAll(bus, token.name, (after) => revokedTokens(sql, after, now))
  await copyAll(bus, member.name, (after) => removedMembers(sql, after, now))
  await bus.revocations.put(seededKey, '')
}

async function copyAll(bus: Bus, noun: string, page: (after: string) => Promise<string[]>) {
  let ids = await page('')
  while (ids.length > 0) {
    await Promise.all(ids.map((id) => bus.revocations.put(revocationKey(noun, id), '')))
    ids = await page(ids.at(-1) ?? '')
  }
}

async function revokedTokens(sql: Kysely<Tables>, after: string, now: Date): Promise<string[]> {
  const rows = await sql
    .selectFrom('token')
    .select('id')
    .where('revoked_at', 'is not', null)
    .where('expires_at', '>', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  return rows.map((row) => row.id)
}

async function removedMembers(sql: Kysely<Tables>, after: string, now: Date): Promise<string[]> {
  const rows = await sql
    .selectFrom('removed_member')
    .select('id')
    .where('removed_at', '>', before(now, keepRemovedMs))
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  return rows.map((row) => row.id)
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Forgets what no longer matters: tokens that expired a day ago, memberships that ended long ago. */
export async function forgetSpent(bus: Bus, sql: Kysely<Tables>, now: Date): Promise<void> {
  const tokens = await sql
    .deleteFrom('token')
    .where('expires_at', '<', before(now, 24 * 3600_000))
    .returning(['id', 'revoked_at'])
    .execute()
  const members = await sql
    .deleteFrom('removed_member')
    .where('removed_at', '<', before(now, keepRemovedMs))
    .returning('id')
    .execute()
  const keys = [
    ...tokens.filter((row) => row.revoked_at).map((row) => revocationKey(token.name, row.id)),
    ...members.map((row) => revocationKey(member.name, row.id)),
  ]
  for (const key of keys) await bus.revocations.delete(key)
}
