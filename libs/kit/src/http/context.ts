import type { EntityManager } from '@mikro-orm/postgresql'
import type { ListQuery, Operation } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { ZodObject, type z } from 'zod'
import { readUntil } from '../db/cancellation.ts'
import type { Emit } from '../outbox/emit.ts'
import { cursorsFor } from './cursors.ts'
import { repetitionOf } from './idempotency.ts'
import type { RequestInput } from './input.ts'
import type { Passage, PipelineDeps } from './passage.ts'
import type { Caller } from './principal.ts'
import { type AfterCommit, neverCommits } from './transaction.ts'

/** What a handler reads and writes by. */
export interface Data {
  /** Made on demand: few handlers want entities. */
  em: () => EntityManager
  sql: Kysely<never>
  emit: Emit
  afterCommit: AfterCommit
  decided: () => void
}

/** What every handler gets. The service adds its own part to it. */
function contextOf(
  { deps, route, principal, input, call, callStream, covers, idempotent, requestId, visit, log, signal }: Passage,
  { em, ...data }: Data,
) {
  const { operation } = route
  const { caller } = principal
  return {
    caller,
    userId: caller.userId ?? '',
    ...data,
    get em() {
      return em()
    },
    call,
    callStream,
    covers,
    get repetition() {
      return idempotent && repetitionOf(idempotent)
    },
    ...pagingOf(deps, operation, input, caller),
    requestId,
    ...(operation.visit && { visit }),
    log,
    signal,
    operation,
    beside: route.beside,
    ...input,
  }
}

/** The page that a list is asked for, and the maker of its cursors; only lists have them. */
function pagingOf({ cursorKey }: PipelineDeps, { id, query }: Operation, input: RequestInput, { userId }: Caller) {
  if (!isList(query)) return undefined
  const { page, limit, ...bound } = input.query as z.output<typeof ListQuery>
  const cursors = cursorsFor(cursorKey, [id, input.params, bound, userId])
  return { cursors, page: { limit, cursor: page === undefined ? undefined : cursors.decode(page) } }
}

/** Its query has `page` and `limit` among others; `page` alone may name a page of a space. */
const isList = (query: Operation['query']) =>
  query instanceof ZodObject && 'page' in query.shape && 'limit' in query.shape

/** The same of a caller who has access, with what the service adds. */
export async function contextWith(passage: Passage, data: Data, earlier?: object): Promise<object> {
  const context = contextOf(passage, data)
  return Object.assign(context, await passage.deps.extend(context as never, earlier))
}

/**
 * The context of a caller who has access, outside any transaction. It is for what takes long: a large body, or what a
 * handler prepares. Access is checked again in the transaction.
 */
export function authorized(passage: Passage): Promise<object> {
  const nothing: Emit = () => {
    throw new Error(`${passage.route.operation.id} emitted an event before its transaction`)
  }
  const { database } = passage.deps
  return contextWith(passage, {
    em: () => database.em.fork(),
    sql: readUntil(passage.signal, database),
    emit: nothing,
    afterCommit: neverCommits,
    decided: () => undefined,
  })
}
