import { causesOf } from '../causes.ts'

/** True if a migration changed the columns of a statement prepared before it; under another name the statement works again. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = Object(error)
  return code === '0A000' && /cached plan must not change result type/.test(String(message))
}

/**
 * Codes of PostgreSQL and of sockets for temporary failures. Among them are timeouts: of a lock (55P03), of a statement
 * (57014), and of an idle transaction (25P03); and a disk that is full (53100) or broken (58030). A database that is
 * being restored does not exist (3D000), or accepts no connections.
 */
const sqlOutage = /^(08|57|53|58030|55P03|25P03|25006|3D000)/
const socketOutage = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/

/** True if a statement would have written, and its session may not. */
export const isReadOnly = (error: unknown): boolean => Object(error).code === '25006'

/** A transaction's premise changed before its end: the transaction runs again from the beginning, and sees the change. */
export class Overtaken extends Error {
  readonly code = '40001'
}

/** True if the database, the broker or a peer is unreachable, or does not answer in time: a later attempt may succeed. */
export function isOutage(error: unknown): boolean {
  for (const { code, message, name } of causesOf(error)) {
    if (name === 'TimeoutError') return true
    if (typeof code === 'string' && (sqlOutage.test(code) || socketOutage.test(code))) return true
    if (
      typeof message === 'string' &&
      /connection terminated|timeout exceeded when trying to connect|not queryable|not currently accepting connections/i.test(
        message,
      )
    )
      return true
  }
  return false
}

/** True if a transaction conflicted with another one, or with a migration, and may simply run again. */
export function isContention(error: unknown): boolean {
  return causesOf(error).some((one) => isStalePlan(one) || one.code === '40001' || one.code === '40P01')
}
