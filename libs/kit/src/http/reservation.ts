import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { firstOutcome, type IdempotentRequest, reservedBy } from './idempotency.ts'
import type { Outcome } from './outcome.ts'

const renewEveryMs = 10_000
/** A process that has not renewed its reservation for this long has died. */
const expired = raw<boolean>`idempotency_key.created_at < now() - interval '30 seconds'`

interface Work<Result> {
  sql: () => Kysely<KitTables>
  request: IdempotentRequest
  log: Logger
  /** Gets the reserved request, whose reservation its transaction must still find; see `claim`. */
  perform: (reserved: IdempotentRequest) => Promise<Result>
}

/**
 * Does long work once for each key: the key is reserved in a separate statement, before the work begins, and the
 * reservation is renewed while the work lasts. Resolves with the first result if there is one. Throws 409 if another
 * request with the key is in progress or had another body. Any failure leaves the key free.
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
