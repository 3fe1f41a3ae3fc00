import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { firstOutcome, type IdempotentRequest, reservedBy } from './idempotency.ts'
import type { Outcome } from './outcome.ts'

const renewEveryMs = 10_000
/** A reservation that was not renewed for so long is that of a process that died. */
const expired = raw<boolean>`idempotency_key.created_at < now() - interval '30 seconds'`

interface Work<Result> {
  sql: () => Kysely<KitTables>
  request: IdempotentRequest
  log: Logger
  /** Is told whose reservation its transaction must still find; see `claim`. */
  perform: (reserved: IdempotentRequest) => Promise<Result>
}

/**
 * Does work that takes long once for each key: it is reserved in a statement of its own, before the work begins, and
 * renewed while it lasts. Resolves with the first result where there is one. Throws 409 where another request with the
 * key is under way or had another body. Whatever fails leaves the key free.
 */
export async function whileReserved<Result>({ sql, request, log, perform }: Work<Result>): Promise<Result | Outcome> {
  const reserved = { ...request, reservation: newId() }
  const first = await reserve(sql(), reserved)
  if (first) return first
  const renewal = setInterval(() => {
    sql()
      .updateTable('idempotency_key')
      .set({ created_at: raw`now()` })
      .where(reservedBy(reserved))
      .execute()
      .catch((error) => log.warn({ err: error }, 'an idempotency key was not renewed'))
  }, renewEveryMs)
  try {
    return await perform(reserved)
  } catch (error) {
    await sql().deleteFrom('idempotency_key').where(reservedBy(reserved)).execute()
    throw error
  } finally {
    clearInterval(renewal)
  }
}

type ReservedRequest = IdempotentRequest & { reservation: string }

async function reserve(sql: Kysely<KitTables>, reserved: ReservedRequest): Promise<Outcome | undefined> {
  const { caller, operation, key, requestHash, reservation } = reserved
  const held = JSON.stringify({ reservation })
  const taken = await sql
    .insertInto('idempotency_key')
    .values({ caller, operation, key, request_hash: requestHash, status: null, reply: held })
    .onConflict((on) =>
      on
        .columns(['caller', 'operation', 'key'])
        .doUpdateSet({ reply: held, created_at: raw`now()` })
        .where('idempotency_key.status', 'is', null)
        .where('idempotency_key.request_hash', '=', requestHash)
        .where(expired),
    )
    .returning('key')
    .executeTakeFirst()
  return taken ? undefined : firstOutcome(sql, reserved)
}
