import { createHash } from 'node:crypto'
import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { badRequest, conflict, Refusal } from '../refusals.ts'
import { Outcome } from './outcome.ts'
import { holderOf, type Principal } from './principal.ts'

/** One use of an `Idempotency-Key`: its caller, its operation and the hash of its body. */
export interface IdempotentRequest {
  caller: string
  operation: string
  key: string
  requestHash: string
  /** Identifies the request that holds the key while its work is prepared: see `whileReserved`. */
  reservation?: string
}

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** Reads the header; undefined if there is none. */
export function idempotentRequest(
  header: string | undefined,
  { caller, operation }: Principal,
  path: string,
  body: unknown,
): IdempotentRequest | undefined {
  if (header === undefined) return undefined
  if (!keyPattern.test(header)) throw badRequest('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  const requestHash = createHash('sha256')
    .update(path)
    .update(JSON.stringify(body ?? null))
    .digest('hex')
  // Short enough for the index of keys: what a holder is made of comes from tokens, which have bounds.
  return { caller: holderOf(caller), operation, key: header, requestHash }
}

/** Identifies all repetitions of a request under its key, for as long as keys are retained. */
export const repetitionOf = ({ caller, operation, key, requestHash }: IdempotentRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([caller, operation, key, requestHash]))
    .digest('hex')

/**
 * Claims the key inside the write's transaction: a second request with it waits here for the first to commit. A
 * reserved key is claimed only if it is still reserved for this request. Returns the first result if there is one; 409 if
 * the body differs.
 */
export async function claim(sql: Kysely<KitTables>, request: IdempotentRequest): Promise<Outcome | undefined> {
  const { caller, operation, key, requestHash, reservation } = request
  const claimed = reservation
    ? await sql
        .selectFrom('idempotency_key')
        .select('key')
        .where(reservedBy(request))
        .forNoKeyUpdate()
        .executeTakeFirst()
    : await sql
        .insertInto('idempotency_key')
        .values({ caller, operation, key, request_hash: requestHash, status: null, reply: null })
        .onConflict((on) => on.columns(['caller', 'operation', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst()
  return claimed ? undefined : firstOutcome(sql, request)
}

/** Matches the row of a key that is still reserved for a request. */
export const reservedBy = ({ caller, operation, key, reservation }: IdempotentRequest) =>
  raw<boolean>`caller = ${caller} and operation = ${operation} and key = ${key}
    and status is null and reply ->> 'reservation' = ${reservation}`

/** Returns the answer of the key's first request; 409 if that had another body or is still in progress. */
export async function firstOutcome(
  sql: Kysely<KitTables>,
  { caller, operation, key, requestHash }: IdempotentRequest,
): Promise<Outcome> {
  const first = await sql
    .selectFrom('idempotency_key')
    .selectAll()
    .where('caller', '=', caller)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && first.request_hash !== requestHash)
    throw conflict('This Idempotency-Key was used with another body: use a new key.')
  if (!first || first.status === null) {
    throw new Refusal(409, 'A request with this Idempotency-Key is under way: repeat it when it is done.', {
      'Retry-After': '5',
    })
  }
  return new Outcome(first.status, first.reply ?? undefined)
}

/** Stores the result for the key's next use, in the same transaction. */
export async function storeOutcome(
  sql: Kysely<KitTables>,
  request: IdempotentRequest,
  outcome: Outcome,
): Promise<void> {
  await sql
    .updateTable('idempotency_key')
    .set({ status: outcome.status, reply: outcome.body === undefined ? null : JSON.stringify(outcome.body) })
    .where('caller', '=', request.caller)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .execute()
}

/** Keys are retained for 24 hours (docs/interface.md#repeating-a-request). */
export const keyRetentionMs = 24 * 3600_000

const deletedAtOnce = 1000

/** Deletes the keys whose time is over, in short transactions: after an outage it may be those of days. */
export async function deleteOldKeys(sql: Kysely<KitTables>): Promise<void> {
  const before = new Date(Date.now() - keyRetentionMs)
  let deleted: bigint | undefined
  do {
    const { numAffectedRows } = await raw`
      delete from idempotency_key where ctid = any(array(
        select ctid from idempotency_key where created_at < ${before} limit ${raw.lit(deletedAtOnce)}
      ))`.execute(sql)
    deleted = numAffectedRows
  } while (deleted === BigInt(deletedAtOnce))
}
