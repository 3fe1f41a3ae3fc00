import { type Kysely, sql as raw } from 'kysely'
import { isReadOnly } from './outage.ts'

/**
 * True if the database takes writes; throws if it does not answer. It tries a write that changes nothing: a connection that
 * was begun while the database took none may refuse them for ever, and is replaced after that.
 */
export async function takesWrites(sql: Kysely<never>): Promise<boolean> {
  try {
    await raw`update incarnation set one = one where false`.execute(sql)
    return true
  } catch (error) {
    if (isReadOnly(error)) return false
    throw error
  }
}
