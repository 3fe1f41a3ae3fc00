import { isWrite } from './admission.ts'
import { claim, storeOutcome } from './idempotency.ts'
import { type AnyOutcome, Outcome } from './outcome.ts'
import { holderOf } from './principal.ts'
import { asOutcome } from './replies.ts'
import { authorized, contextWith, type Data } from './request-context.ts'
import type { RequestInProgress } from './request-in-progress.ts'
import { whileReserved } from './reservation.ts'
import { type OutcomeWithRows, type Perform, readOnly, transact } from './transaction.ts'

/** Performs a request. Long work is prepared for a caller who has access; once for each idempotency key, unless it only reads. */
export async function performRequest(inProgress: RequestInProgress): Promise<OutcomeWithRows> {
  const { deps, route, idempotent: request, log } = inProgress
  if (!route.prepare) return written(inProgress, undefined)
  const context = await authorized(inProgress)
  if (!request || route.onlyReads) return written(inProgress, await route.prepare(context as never), context)
  const result = await whileReserved({
    sql: () => deps.database.em.fork().getKysely() as never,
    request,
    log,
    perform: async (idempotent) =>
      written({ ...inProgress, idempotent }, await route.prepare?.(context as never), context),
  })
  return result instanceof Outcome ? { outcome: result, rows: [] } : result
}

function written(inProgress: RequestInProgress, prepared: unknown, preparing?: object): Promise<OutcomeWithRows> {
  const { deps, route, principal, signal } = inProgress
  let earlier = preparing
  const perform: Perform = (em, sql, emit, afterCommit) => {
    const known = earlier
    // A transaction runs again because its earlier context is out of date.
    earlier = undefined
    return run(inProgress, { em, sql, emit, afterCommit }, prepared, known)
  }
  return (isWrite(route.operation) ? transact : readOnly)(
    deps.database,
    { caller: holderOf(principal.caller), signal },
    perform,
  )
}

async function run(
  inProgress: RequestInProgress,
  data: Omit<Data, 'decided'>,
  prepared: unknown,
  earlier: object | undefined,
): Promise<AnyOutcome> {
  const { deps, route, idempotent } = inProgress
  let isDecided = false
  const decided = () => {
    isDecided = true
  }
  const context = await contextWith(inProgress, { ...data, decided }, earlier)
  const sql = data.sql as never
  const first = idempotent && (await claim(sql, idempotent))
  if (first) return first
  const outcome = asOutcome(await route.handle(context as never, prepared as never))
  if (isWrite(route.operation) && !isDecided) await deps.confirm?.(context as never)
  if (idempotent && outcome instanceof Outcome) await storeOutcome(sql, idempotent, outcome)
  return outcome
}
