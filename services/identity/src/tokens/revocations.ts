import { member, token } from '@quire/contracts'
import { anyOf, type Bus, revocationKey, seededKey } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'

const batch = 1000
/** Longer than the stream retains messages: a service that missed the removal has been resynchronized by then. */
const retainRemovedMs = 8 * 24 * 3600_000

/**
 * Copies every revocation of identity's tables that the bucket lacks, then marks the bucket as complete: no process is ready
 * before that. Without `force`, does nothing if the bucket is already complete.
 */
export async function seedRevocations(
  bus: Bus,
  sql: Kysely<Tables>,
  { force, now }: { force: boolean; now: Date },
): Promise<void> {
  if (!force && (await bus.revocations.get(seededKey))?.operation === 'PUT') return
  const present = await keysOf(bus)
  await copyAll(bus, present, token.name, (after) => revokedTokens(sql, after, now))
  await copyAll(bus, present, member.name, (after) => removedMembers(sql, after, now))
  await bus.revocations.put(seededKey, '')
}

async function keysOf(bus: Bus): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const key of await bus.revocations.keys()) keys.add(key)
  return keys
}

async function copyAll(bus: Bus, present: Set<string>, noun: string, page: (after: string) => Promise<string[]>) {
  let ids = await page('')
  while (ids.length > 0) {
    const missing = ids.map((id) => revocationKey(noun, id)).filter((key) => !present.has(key))
    await Promise.all(missing.map((key) => bus.revocations.put(key, '')))
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
    .where('removed_at', '>', before(now, retainRemovedMs))
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
  return rows.map((row) => row.id)
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Deletes tokens that expired a day ago, and memberships that ended long ago, with their revocations: these first, since only
 * the rows name them, and a process that is killed in between leaves no revocation for ever.
 */
export async function deleteExpired(bus: Bus, sql: Kysely<Tables>, now: Date): Promise<void> {
  const expired = before(now, 24 * 3600_000)
  await sql.deleteFrom('token').where('expires_at', '<', expired).where('revoked_at', 'is', null).execute()
  const tokens = sql
    .selectFrom('token')
    .select('id')
    .where('expires_at', '<', expired)
    .where('revoked_at', 'is not', null)
  await forget(bus, {
    noun: token.name,
    rows: () => tokens.limit(batch).execute(),
    remove: (ids) => sql.deleteFrom('token').where('id', '=', anyOf(ids)).execute(),
  })
  const members = sql.selectFrom('removed_member').select('id').where('removed_at', '<', before(now, retainRemovedMs))
  await forget(bus, {
    noun: member.name,
    rows: () => members.limit(batch).execute(),
    remove: (ids) => sql.deleteFrom('removed_member').where('id', '=', anyOf(ids)).execute(),
  })
}

interface Revoked {
  noun: string
  /** The next rows to delete; none at the end. */
  rows: () => Promise<{ id: string }[]>
  remove: (ids: string[]) => Promise<unknown>
}

/** Deletes the revocations of rows, and then the rows. */
async function forget(bus: Bus, { noun, rows, remove }: Revoked): Promise<void> {
  for (;;) {
    const ids = (await rows()).map(({ id }) => id)
    if (ids.length === 0) return
    for (const id of ids) await bus.revocations.delete(revocationKey(noun, id))
    await remove(ids)
  }
}
