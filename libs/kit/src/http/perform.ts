import { isWrite } from './admission.ts'
import { authorized, contextWith, type Data } from './context.ts'
import { claim, remember } from './idempotency.ts'
import { type AnyOutcome, Outcome } from './outcome.ts'
import type { Passage } from './passage.ts'
import { holderOf } from './principal.ts'
import { asOutcome } from './replies.ts'
import { whileReserved } from './reservation.ts'
import { type OutcomeWithRows, type Perform, readOnly, transact } from './transaction.ts'

/** What takes long is prepared for a caller who has access; once for each idempotency key, unless it only reads. */
export async function performed(passage: Passage): Promise<OutcomeWithRows> {
  const { deps, route, idempotent: request, log } = passage
  if (!route.prepare) return written(passage, undefined)
  const context = await authorized(passage)
  if (!request || route.onlyReads) return written(passage, await route.prepare(context as never), context)
  const result = await whileReserved({
    sql: () => deps.database.em.fork().getKysely() as never,
    request,
    log,
    perform: async (idempotent) =>
      written({ ...passage, idempotent }, await route.prepare?.(context as never), context),
  })
  return result instanceof Outcome ? { outcome: result, rows: [] } : result
}

function written(passage: Passage, prepared: unknown, preparing?: object): Promise<OutcomeWithRows> {
  const { deps, route, principal, signal } = passage
  let earlier = preparing
  const perform: Perform = (em, sql, emit, afterCommit) => {
    const known = earlier
    // A transaction that runs again found that what was known no longer holds.
    earlier = undefined
    return run(passage, { em, sql, emit, afterCommit }, prepared, known)
  }
  return (isWrite(route.operation) ? transact : readOnly)(
    deps.database,
    { caller: holderOf(principal.caller), signal },
    perform,
  )
}

async function run(
  passage: Passage,
  data: Omit<Data, 'decided'>,
  prepared: unknown,
  earlier: object | undefined,
): Promise<AnyOutcome> {
  const { deps, route, idempotent } = passage
  let isDecided = false
  const decided = () => {
    isDecided = true
  }
  const context = await contextWith(passage, { ...data, decided }, earlier)
  const sql = data.sql as never
  const first = idempotent && (await claim(sql, idempotent))
  if (first) return first
  const outcome = asOutcome(await route.handle(context as never, prepared as never))
  if (isWrite(route.operation) && !isDecided) await deps.confirm?.(context as never)
  if (idempotent && outcome instanceof Outcome) await remember(sql, idempotent, outcome)
  return outcome
}
