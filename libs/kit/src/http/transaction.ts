import type { EntityManager } from '@mikro-orm/postgresql'
import type { Operation } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { Position } from '../bus/position.ts'
import { type Positions, silentMs } from '../bus/positions.ts'
import { readUntil, writeUntil } from '../db/cancellation.ts'
import type { Database } from '../db/database.ts'
import { isContention } from '../db/outage.ts'
import { collector, type Emit, type OutboxRow, writeOutbox } from '../outbox/emit.ts'
import type { Publisher } from '../outbox/publisher.ts'
import type { IncarnationWatch } from '../projector/incarnation-watch.ts'
import { unavailable } from '../refusals.ts'
import type { AnyOutcome } from './outcome.ts'

const attempts = 3
const barrierTimeoutMs = 5000
/** The services that must have applied a revocation of rights before it is answered. */
const accessConsumers = ['content', 'sites', 'ai']

/** The caller, and the signal that aborts when it disconnects. */
interface WaitingCaller {
  caller: string
  signal: AbortSignal
}

/** Schedules work for after the commit, such as waking workers. The work is dropped if the transaction rolls back. */
export type AfterCommit = (work: () => void) => void

/** Runs a handler on entities and tables, with its events and its work after the commit. */
export type Perform<Result = AnyOutcome> = (
  em: () => EntityManager,
  sql: Kysely<never>,
  emit: Emit,
  afterCommit: AfterCommit,
) => Promise<Result>

export interface OutcomeWithRows<Result = AnyOutcome> {
  outcome: Result
  rows: OutboxRow[]
}

/**
 * Does work in one transaction: data, events and the idempotency key commit together or not at all. If the caller
 * disconnects before the commit, the transaction is rolled back.
 */
export function transact<Result>(
  database: Database,
  waiting: WaitingCaller,
  perform: Perform<Result>,
): Promise<OutcomeWithRows<Result>> {
  return retryOnContention(async () => {
    const { rows, emit } = collector()
    const hooks: (() => void)[] = []
    const outcome = await writeUntil(waiting, database, async (em) => {
      const result = await perform(
        () => em,
        em.getKysely(),
        emit,
        (work) => void hooks.push(work),
      )
      await em.flush()
      await writeOutbox(em.getKysely() as never, rows)
      return result
    })
    for (const hook of hooks) hook()
    return { outcome, rows }
  })
}

/** Does a read: no transaction, and no events. */
export function readOnly(database: Database, { signal }: WaitingCaller, perform: Perform): Promise<OutcomeWithRows> {
  const emit: Emit = () => {
    throw new Error('an operation that only reads emitted an event')
  }
  const sql = readUntil(signal, database)
  return retryOnContention(async () => ({
    outcome: await perform(() => database.em.fork(), sql, emit, neverCommits),
    rows: [],
  }))
}

/** For work that runs in no transaction. */
export const neverCommits: AfterCommit = () => {
  throw new Error('what runs in no transaction has no commit to wait for')
}

async function retryOnContention<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isContention(error) || attempt === attempts) throw error
    }
  }
}

interface PublishDeps extends Pick<IncarnationWatch, 'toldBy' | 'requireAgreed'> {
  publisher: Publisher
  positions: Positions
  isBusAnswering: () => boolean
}

interface Committed {
  rows: OutboxRow[]
  /** True if the answer is that of an earlier request. */
  isAgain: boolean
}

/**
 * Returns a position by which the stream has what an earlier request wrote: its process may have ended before it published
 * that. Undefined if the stream may lack it, as for a write while the broker is away. Never throws: the answer of the earlier
 * request is known, whatever the broker does.
 */
async function positionOfEarlier({ toldBy, isBusAnswering }: PublishDeps): Promise<Position | undefined> {
  return isBusAnswering() ? toldBy().catch(() => undefined) : undefined
}

/**
 * Publishes the events of a committed write. A change that takes rights away waits until all services have applied it, or
 * are away. If it changed nothing, such as a repeated removal, it waits until they have applied what came before.
 * Throws 503 if the change is committed but not yet in force: its events could not be published, or others may have rights
 * that this database has lost.
 */
export async function publish(
  deps: PublishDeps,
  operation: Operation,
  { rows, isAgain }: Committed,
): Promise<Position | undefined> {
  const { publisher, positions, toldBy, requireAgreed } = deps
  if (!operation.narrows) return isAgain ? positionOfEarlier(deps) : publisher.publish(rows)
  // All events of a revocation at once: a wait for some of them would not cover all rights that were taken away.
  const position = rows.length > 0 ? await publisher.publish(rows, rows.length) : await toldBy()
  if (!position) throw unavailable('The change was made, but it is in force only once the message bus is back.')
  // A revocation is in force without the projections: every process knows it.
  const isRevoked = rows.some(({ revokes }) => revokes !== null)
  const timeoutMs = isRevoked ? silentMs : barrierTimeoutMs
  const applied = await Promise.all(
    accessConsumers.map((service) => positions.appliedIfAlive(service, position, timeoutMs)),
  )
  // Without the broker, silent services may be going on by what they knew.
  if (!isRevoked && (applied.includes(false) || !deps.isBusAnswering()))
    throw unavailable('The change was made, but is not in force everywhere yet: try again.')
  if (rows.length > 0) await requireAgreed()
  return position
}
