import { isStalePlan } from './db/stale-plan.ts'

/**
 * Codes of PostgreSQL and of sockets that say "not now" rather than "never". Among them are waits that reached their
 * bound: for a lock (55P03), for a statement to end (57014), for a transaction to go on (25P03).
 */
const sqlOutage = /^(08|57|53|55P03|25P03|25006)/
const socketOutage = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/

/** A transaction's premise changed before its end: it runs again from the beginning, and sees the change. */
export class Overtaken extends Error {
  readonly code = '40001'
}

/** True where the database, the broker or a peer is away, or does not answer in time: trying again later may succeed. */
export function isOutage(error: unknown): boolean {
  for (let one = error; one; one = (one as { cause?: unknown }).cause) {
    const { code, message, name } = one as { code?: unknown; message?: unknown; name?: unknown }
    if (name === 'TimeoutError') return true
    if (typeof code === 'string' && (sqlOutage.test(code) || socketOutage.test(code))) return true
    if (
      typeof message === 'string' &&
      /connection terminated|timeout exceeded when trying to connect|not queryable/i.test(message)
    )
      return true
  }
  return false
}

/** True where two transactions met, or one met a migration, and it may simply run again. */
export function isContention(error: unknown): boolean {
  for (let one = error; one; one = (one as { cause?: unknown }).cause) {
    if (isStalePlan(one)) return true
    const { code } = one as { code?: unknown }
    if (code === '40001' || code === '40P01') return true
  }
  return false
}
