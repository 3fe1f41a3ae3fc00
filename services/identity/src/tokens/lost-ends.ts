import { member, token } from '@quire/contracts'
import { anyOf, type Bus, idAt, rangeRevocationKey, revocationKey } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import { maxLifetimeMs } from './tokens.rules.ts'

const batch = 500

/**
 * Settles what a restore or a failover may have taken from this database, once for each epoch (docs/adr/0040): tokens that
 * it has lost are revoked, since nobody could list or revoke them; and members that it has again are admitted again. A
 * range ends with the epoch, or now if this process's clock is behind: tokens that are issued from now on are outside.
 */
export async function settleLostEnd(bus: Bus, sql: Kysely<Tables>, now: Date): Promise<void> {
  const unsettled = await sql
    .selectFrom('incarnation')
    .select('epoch')
    .where('epoch', 'not in', (settled) => settled.selectFrom('lost_tokens').select('epoch'))
    .executeTakeFirst()
  if (!unsettled) return
  const { epoch } = unsettled
  await admitReturned(bus, sql, Number(epoch))
  const until = idAt(Math.min(Number(epoch), now.getTime()))
  const after = await newestToken(sql, until)
  await bus.revocations.put(rangeRevocationKey(token.name, after), until)
  await sql
    .insertInto('lost_tokens')
    .values({ after, until, epoch, noted_at: now })
    .onConflict((conflict) => conflict.column('after').doUpdateSet({ until, epoch, noted_at: now }))
    .execute()
}

/** Copies all ranges of lost tokens to the bucket of revocations. */
export async function seedLostTokens(bus: Bus, sql: Kysely<Tables>): Promise<void> {
  for (const { after, until } of await sql.selectFrom('lost_tokens').select(['after', 'until']).execute())
    await bus.revocations.put(rangeRevocationKey(token.name, after), until)
}

/** Forgets ranges of which every token has expired. */
export async function forgetLostTokens(bus: Bus, sql: Kysely<Tables>, now: Date): Promise<void> {
  const over = await sql
    .deleteFrom('lost_tokens')
    .where('noted_at', '<', new Date(now.getTime() - maxLifetimeMs))
    .returning('after')
    .execute()
  for (const { after } of over) await bus.revocations.delete(rangeRevocationKey(token.name, after))
}

/**
 * Returns the newest token that is older than the end of a range, or what sorts before all tokens. Waits for tokens that are
 * being issued, which are not lost.
 */
function newestToken(sql: Kysely<Tables>, until: string): Promise<string> {
  return sql.transaction().execute(async (one) => {
    await raw`lock table token in share row exclusive mode`.execute(one)
    const newest = await one
      .selectFrom('token')
      .select('id')
      .where(raw<boolean>`id collate "C" < ${until}`)
      .orderBy(raw`id collate "C"`, 'desc')
      .limit(raw.lit(1))
      .executeTakeFirst()
    return newest?.id ?? '0'
  })
}

/** Removals from before the epoch, of members that are here, have been lost with the end of this database. */
async function admitReturned(bus: Bus, sql: Kysely<Tables>, epoch: number): Promise<void> {
  const prefix = revocationKey(member.name, '')
  const ids: string[] = []
  for await (const key of await bus.revocations.keys(`${prefix}*`)) ids.push(key.slice(prefix.length))
  for (let at = 0; at < ids.length; at += batch) {
    const present = await sql
      .selectFrom('member')
      .select('id')
      .where('id', '=', anyOf(ids.slice(at, at + batch)))
      .where('disabled', '=', false)
      .execute()
    for (const { id } of present) {
      const entry = await bus.revocations.get(revocationKey(member.name, id))
      if (entry?.operation !== 'PUT' || entry.created.getTime() >= epoch) continue
      await bus.revocations.delete(entry.key, { previousSeq: entry.revision })
    }
  }
}
