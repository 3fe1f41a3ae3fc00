import type { EntityManager } from '@mikro-orm/postgresql'
import type { ListQuery, Operation } from '@quire/contracts'
import type { Kysely } from 'kysely'
import { ZodObject, type z } from 'zod'
import { readUntil } from '../db/cancellation.ts'
import type { Emit } from '../outbox/emit.ts'
import type { Audit } from './audit-note.ts'
import { cursorsFor } from './cursors.ts'
import { repetitionOf } from './idempotency.ts'
import type { RequestInput } from './input.ts'
import type { Caller } from './principal.ts'
import type { PipelineDeps, RequestInProgress } from './request-in-progress.ts'
import { type AfterCommit, neverCommits } from './transaction.ts'
import type { VisitRequest } from './visit-answer.ts'

/** Access of a handler to data: entities, tables and events. */
export interface Data {
  /** Created on demand: few handlers use entities. */
  em: () => EntityManager
  sql: Kysely<never>
  emit: Emit
  afterCommit: AfterCommit
  decided: () => void
  audit: Audit
}

/** The context that every handler gets. The service adds its own part. */
function contextOf(
  {
    deps,
    route,
    principal,
    input,
    call,
    callStream,
    covers,
    indexIsBehind,
    idempotent,
    requestId,
    visit,
    log,
    signal,
  }: RequestInProgress,
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
    indexIsBehind,
    get repetition() {
      return idempotent && repetitionOf(idempotent)
    },
    ...pagingOf(deps, operation, input, caller),
    requestId,
    ...(operation.visit && { visit }),
    ...(operation.passes && {
      passed: Object.fromEntries(operation.passes.map((name) => [name, visit.headers[name]])),
    }),
    ...lastEventIdOf(operation, visit),
    log,
    signal,
    operation,
    beside: route.beside,
    ...input,
  }
}

function lastEventIdOf({ passes }: Operation, { headers }: VisitRequest) {
  const id = headers['last-event-id']
  return passes?.includes('last-event-id') && typeof id === 'string' ? { lastEventId: id } : undefined
}

/** The requested page of a list, and its cursors; only lists have them. */
function pagingOf({ cursorKey }: PipelineDeps, { id, query }: Operation, input: RequestInput, { userId }: Caller) {
  if (!isList(query)) return undefined
  const { page, limit, ...bound } = input.query as z.output<typeof ListQuery>
  const cursors = cursorsFor(cursorKey, [id, input.params, bound, userId])
  return { cursors, page: { limit, cursor: page === undefined ? undefined : cursors.decode(page) } }
}

/** True if the query has both `page` and `limit`; `page` alone may name a page of a space. */
const isList = (query: Operation['query']) =>
  query instanceof ZodObject && 'page' in query.shape && 'limit' in query.shape

/** The context of a caller who has access, with the part that the service adds. */
export async function contextWith(inProgress: RequestInProgress, data: Data, earlier?: object): Promise<object> {
  const context = contextOf(inProgress, data)
  return Object.assign(context, await inProgress.deps.extend(context as never, earlier))
}

/**
 * The context of a caller who has access, outside any transaction. It is for work that takes long: reading a large body,
 * or the preparation of a handler. Access is checked again in the transaction.
 */
export function authorized(inProgress: RequestInProgress): Promise<object> {
  const nothing: Emit = () => {
    throw new Error(`${inProgress.route.operation.id} emitted an event before its transaction`)
  }
  const { database } = inProgress.deps
  return contextWith(inProgress, {
    em: () => database.em.fork(),
    sql: readUntil(inProgress.signal, database),
    emit: nothing,
    afterCommit: neverCommits,
    decided: () => undefined,
    audit: () => undefined,
  })
}
