import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { lockGrants } from '../grants/lock-grants.ts'

/**
 * Takes `lockGrants` of two organizations. Never waits for one lock while holding the other: two transfers in opposite
 * directions would deadlock, and a wait for one organization would block everybody in the other.
 */
export async function lockOrganizations(sql: Sql, one: string, other: string): Promise<void> {
  if (one === other) return lockGrants(sql, one)
  let [first, second] = [one, other]
  await raw`savepoint organizations`.execute(sql)
  for (;;) {
    await lockGrants(sql, first)
    if (await isLocked(sql, second)) break
    // The rollback releases the lock; the next round waits first for the organization that another request holds.
    await raw`rollback to savepoint organizations`.execute(sql)
    ;[first, second] = [second, first]
  }
  await raw`release savepoint organizations`.execute(sql)
}

async function isLocked(sql: Sql, organizationId: string): Promise<boolean> {
  const { rows } = await raw<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${organizationId}, 1)) as locked`.execute(sql)
  return rows[0]?.locked ?? false
}
