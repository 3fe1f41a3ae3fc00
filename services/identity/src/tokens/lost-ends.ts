import { token } from '@quire/contracts'
import { type Bus, idAt, newId, rangeRevocation, rangeRevocationKey, timeOf, unavailable } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import { maxLifetimeMs } from './tokens.rules.ts'

/**
 * A token gets its id before its transaction commits, so one that was lost may be older than one that was not. No
 * transaction that issues a token lasts longer than this: each of its few statements and pauses has a timeout.
 */
const maxIssuingMs = 5 * 60_000
/** The ids that one entry of the bucket lists; the broker takes a megabyte. */
const maxKnown = 10_000

/**
 * Settles what a restore or a failover may have taken from this database, once for each epoch (docs/adr/0040): tokens that
 * it has lost are revoked, since nobody could list or revoke them. A range ends when the epoch began: tokens that were issued
 * since are outside. Tokens within it that the database has are named in it, and stay valid. Returns true if the epoch is a
 * new one.
 */
export async function settleLostEnd(bus: Bus, sql: Kysely<Tables>, now: () => Date): Promise<boolean> {
  const unsettled = await unsettledEpoch(sql)
  if (!unsettled) return false
  const { epoch, ageMs } = unsettled
  // Read after the epoch: whatever was lost is older.
  const notedAt = now()
  const until = endOfRange(notedAt, ageMs)
  const known = await newestTokens(sql, until)
  const after = known[0] ?? '0'
  await bus.revocations.put(rangeRevocationKey(token.name, after), rangeRevocation({ until, known }))
  await sql
    .insertInto('lost_tokens')
    .values({ after, until, known, epoch, noted_at: notedAt })
    .onConflict((conflict) => conflict.column('after').doUpdateSet({ until, known, epoch, noted_at: notedAt }))
    .execute()
  return true
}

/** Throws 503 while tokens that this database may have lost are not revoked yet. */
export async function requireSettledEnd(sql: Kysely<Tables>): Promise<void> {
  if ((await unsettledEpoch(sql)) === undefined) return
  throw unavailable('Tokens that were lost in a restart are being revoked: try again.')
}

/** Identifiers carry times of the clock of this process, and not of the database's, which may be ahead or behind. */
function endOfRange(now: Date, epochAgeMs: number): string {
  const newest = newId()
  // A clock that was set back: the identifiers that this process gave out before are still ahead of it.
  return timeOf(newest) > now.getTime() ? newest : idAt(Math.ceil(now.getTime() - epochAgeMs))
}

/** Returns the epoch and its age in milliseconds, if what was lost before it is not revoked yet. */
function unsettledEpoch(sql: Kysely<Tables>): Promise<{ epoch: string; ageMs: number } | undefined> {
  const age = raw<number>`greatest(extract(epoch from clock_timestamp()) * 1000 - epoch, 0)::float8`
  return sql
    .selectFrom('incarnation')
    .select(['epoch', age.as('ageMs')])
    .where('epoch', 'not in', (settled) => settled.selectFrom('lost_tokens').select('epoch'))
    .executeTakeFirst()
}

/** Copies all ranges of lost tokens to the bucket of revocations. */
export async function seedLostTokens(bus: Bus, sql: Kysely<Tables>): Promise<void> {
  for (const { after, ...range } of await sql.selectFrom('lost_tokens').select(['after', 'until', 'known']).execute())
    await bus.revocations.put(rangeRevocationKey(token.name, after), rangeRevocation(range))
}

/** Forgets ranges of which every token has expired; their revocations first, which only the rows name. */
export async function forgetLostTokens(bus: Bus, sql: Kysely<Tables>, now: Date): Promise<void> {
  const over = await sql
    .selectFrom('lost_tokens')
    .select('after')
    .where('noted_at', '<', new Date(now.getTime() - maxLifetimeMs))
    .execute()
  for (const { after } of over) {
    await bus.revocations.delete(rangeRevocationKey(token.name, after))
    await sql.deleteFrom('lost_tokens').where('after', '=', after).execute()
  }
}

/**
 * Returns the tokens that were issued last before the end of a range, oldest first: the last one, those of the time that
 * issuing takes before it, and the one before these. Waits for tokens that are being issued, which are not lost.
 */
function newestTokens(sql: Kysely<Tables>, until: string): Promise<string[]> {
  return sql.transaction().execute(async (one) => {
    await raw`lock table token in share row exclusive mode`.execute(one)
    const newest = await one
      .selectFrom('token')
      .select('id')
      .where(raw<boolean>`id collate "C" < ${until}`)
      .orderBy(raw`id collate "C"`, 'desc')
      .limit(maxKnown)
      .execute()
    const ids = newest.map(({ id }) => id)
    const [last] = ids
    if (last === undefined) return []
    const from = idAt(timeOf(last) - maxIssuingMs)
    const older = ids.findIndex((id) => id < from)
    return ids.slice(0, older < 0 ? undefined : older + 1).toReversed()
  })
}
