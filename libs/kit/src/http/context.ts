import type { EntityManager } from '@mikro-orm/postgresql'
import { ListQuery } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { readUntil } from '../db/cancellation.ts'
import type { Emit } from '../outbox/emit.ts'
import { cursorsFor } from './cursors.ts'
import type { Passage } from './passage.ts'
import { type AfterCommit, neverCommits } from './transaction.ts'

/** What a handler reads and writes by. */
export interface Data {
  em: EntityManager
  sql: Kysely<never>
  emit: Emit
  afterCommit: AfterCommit
  decided: () => void
}

/** What every handler gets. The service adds its own part to it. */
export function contextOf({ deps, route, principal, input, call, requestId, log, signal }: Passage, data: Data) {
  const { operation } = route
  const { caller } = principal
  const cursors = cursorsFor(deps.cursorKey, [operation.id, input.params, bound(input.query), caller.userId])
  const page = pageOf(input.query, cursors)
  return {
    caller,
    userId: caller.userId ?? '',
    ...data,
    call,
    cursors,
    page,
    requestId,
    log,
    signal,
    operation,
    ...input,
  }
}

/** The part of the query that a cursor is bound to: all of it except `page` and `limit`. */
function bound(query: unknown) {
  const { page, limit, ...rest } = (query ?? {}) as Record<string, unknown>
  return rest
}

function pageOf(query: unknown, cursors: ReturnType<typeof cursorsFor>) {
  const parsed = ListQuery.safeParse(query ?? {})
  const { page, limit } = parsed.success ? parsed.data : ListQuery.parse({})
  return { limit, cursor: page === undefined ? undefined : cursors.decode(page) }
}

/**
 * The context of a caller who has access, outside any transaction. It is for what takes long: a large body, or what a
 * handler prepares. Access is checked again in the transaction.
 */
export async function authorized(passage: Passage): Promise<object> {
  const nothing: Emit = () => {
    throw new Error(`${passage.route.operation.id} emitted an event before its transaction`)
  }
  const { database } = passage.deps
  const context = contextOf(passage, {
    em: database.em.fork(),
    sql: readUntil(passage.signal, database),
    emit: nothing,
    afterCommit: neverCommits,
    decided: () => undefined,
  })
  return { ...context, ...(await passage.deps.extend(context as never)) }
}
