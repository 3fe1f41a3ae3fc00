import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'

const accountsLock = 0x75_73_65_72

/**
 * Locks accounts to the end of the transaction. While a transaction relies on an address without an account, nobody
 * creates one: otherwise an invitation and the account that it waits for could miss each other.
 */
export async function lockAccounts(sql: Kysely<Tables>, purpose: 'creating' | 'relying'): Promise<void> {
  if (purpose === 'creating') await raw`select pg_advisory_xact_lock(${accountsLock})`.execute(sql)
  else await raw`select pg_advisory_xact_lock_shared(${accountsLock})`.execute(sql)
}
