import type { EventEnvelope } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { isContention, isOutage } from '../outage.ts'
import { applyEnvelopes } from './apply.ts'
import { park } from './dead-letters.ts'
import { advancePosition, Deposed, type StoredPosition } from './position.ts'
import type { Progress } from './progress.ts'
import type { ProjectorDeps } from './projector.ts'

const attemptsBeforeParking = 3

/** One message of the stream. */
export interface Pending {
  sequence: number
  envelope: EventEnvelope
}

/** Applies a batch, or, where that fails for a reason of its own, message by message. Returns the new position. */
export async function applyBatch(
  deps: ProjectorDeps,
  progress: Progress,
  position: StoredPosition,
  batch: Pending[],
): Promise<StoredPosition> {
  try {
    return await commit(deps, progress, position, batch)
  } catch (error) {
    if (isTransient(error)) throw error
    deps.log.warn({ err: error, messages: batch.length }, 'a batch failed; its messages are tried one by one')
  }
  let current = position
  for (const message of batch) current = await applyOne(deps, progress, current, message)
  return current
}

/** Says nothing about the message: another attempt may succeed, for as long as it takes. */
const isTransient = (error: unknown) => error instanceof Deposed || isOutage(error) || isContention(error)

async function applyOne(
  deps: ProjectorDeps,
  progress: Progress,
  position: StoredPosition,
  message: Pending,
): Promise<StoredPosition> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(deps, progress, position, [message])
    } catch (error) {
      if (isTransient(error)) throw error
      if (attempt < attemptsBeforeParking) continue
      const { sequence, envelope } = message
      if (deps.projections.get(envelope.type)?.noun.access) {
        progress.stuck(position, `event ${sequence} (${envelope.type}) about access cannot be applied`)
        throw error
      }
      deps.metrics.deadLetters.inc()
      deps.log.error({ err: error, sequence, type: envelope.type }, 'event parked')
      return commit(deps, progress, position, [], {
        sequence,
        park: (sql) => park(sql, sequence, envelope, error),
      })
    }
  }
}

interface Parking {
  sequence: number
  park: (sql: Kysely<KitTables>) => Promise<void>
}

async function commit(
  deps: ProjectorDeps,
  progress: Progress,
  from: StoredPosition,
  batch: Pending[],
  parking?: Parking,
): Promise<StoredPosition> {
  const to: StoredPosition = {
    ...from,
    sequence: parking?.sequence ?? batch.at(-1)?.sequence ?? from.sequence,
    resync: structuredClone(from.resync),
  }
  const envelopes = batch.map((one) => one.envelope)
  const { rows, hooks } = await deps
    .sql()
    .transaction()
    .execute(async (transaction) => {
      const applied = await applyEnvelopes(transaction, deps.projections, envelopes, to.resync)
      await parking?.park(transaction)
      await advancePosition(transaction, from, to)
      return applied
    })
  deps.metrics.eventsApplied.inc(batch.length)
  progress.moved(to)
  for (const hook of hooks) hook()
  await deps.publisher.publish(rows)
  return to
}
