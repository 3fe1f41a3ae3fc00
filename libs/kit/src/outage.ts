import { isStalePlan } from './db/statements.ts'

/** Codes of PostgreSQL and of sockets that say "not now" rather than "never". */
const sqlOutage = /^(08|57P|53|25006)/
const socketOutage = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/

/** True where the database, the broker or a peer is away: trying again later may succeed. */
export function isOutage(error: unknown): boolean {
  for (let one = error; one; one = (one as { cause?: unknown }).cause) {
    const { code, message } = one as { code?: unknown; message?: unknown }
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
