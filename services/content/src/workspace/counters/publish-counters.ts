import { setTimeout as sleep } from 'node:timers/promises'
import { spaceCounters } from '@quire/contracts'
import { type Bus, inSteps, type Logger, type Loop, type Publisher, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables, Writer } from '../../database.ts'
import { spaceCountersState } from '../tree/space-counters.ts'
import type { SpaceRow } from '../tree/spaces.state.ts'
import { countedSubject } from './counting-job.ts'

interface PublishingDependencies {
  sql: () => Sql
  publisher: Publisher
  bus: Bus
  log: Logger
}

/** Interval at which the job looks for counter marks of other processes. */
const pollEveryMs = 5000
/** Shortest time between two emissions. */
const restMs = 250
/** Bounds one transaction, and the events that it emits. */
const marksPerTransaction = 1000

/**
 * Starts the job that emits changed counters of spaces (docs/adr/0010): the first immediately, later ones in batches.
 */
export function startPublishingCounters({ sql, publisher, bus, log }: PublishingDependencies): Loop {
  return startLoop({ name: 'space counters', everyMs: pollEveryMs, log }, async (signal) => {
    const step = inSteps<Tables>(sql(), { publisher, signal })
    while (await hasUnpublishedCounters(sql())) {
      await step(emitMarked)
      bus.connection.publish(bus.subject(countedSubject))
      await sleep(restMs, undefined, { signal })
    }
  })
}

/** True if counters have changed and have not been emitted yet. */
export async function hasUnpublishedCounters(sql: Sql): Promise<boolean> {
  return (await sql.selectFrom('space_counter_mark').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Emits the counters of marked spaces and removes the marks, unless a replica emitted counters in the last quarter of a
 * second. A statement sees the marks together with the changes that wrote them, and a later change has its own mark, so
 * no change is lost.
 */
export async function emitMarked({ sql, emit }: Writer): Promise<void> {
  const { rows } = await raw<SpaceRow>`
    with turn as (
      update space_counter_turn set told_at = clock_timestamp()
      where told_at not between clock_timestamp() - ${raw.lit(restMs)} * interval '1 millisecond' and clock_timestamp()
      returning one
    ), taken as (
      delete from space_counter_mark
      where id in (select id from space_counter_mark order by id limit ${marksPerTransaction}) and exists (select from turn)
      returning space_id
    )
    select * from space where id in (select space_id from taken)`.execute(sql)
  for (const row of rows) emit(spaceCounters.saved, spaceCountersState(row))
}
