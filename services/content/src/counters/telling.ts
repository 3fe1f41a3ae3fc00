import { setTimeout as sleep } from 'node:timers/promises'
import { spaceCounters } from '@quire/contracts'
import { type Bus, inSteps, type Logger, type Loop, type Publisher, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Writer } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { spaceCountersState } from '../structure/space-counters.ts'
import type { SpaceRow } from '../structure/spaces.state.ts'
import { countedSubject } from './job.ts'

interface TellingDependencies {
  sql: () => Sql
  publisher: Publisher
  bus: Bus
  log: Logger
}

/** How often the job looks for marks that another process left. */
const lookEveryMs = 5000
/** A space's counters are told once in this time at most. */
const restMs = 250
/** Bounds one transaction, and the events that it tells. */
const marksAtOnce = 1000

/** Tells the counters of spaces that changed (docs/adr/0046): at once, and then what came together. */
export function startTelling({ sql, publisher, bus, log }: TellingDependencies): Loop {
  return startLoop({ name: 'space counters', everyMs: lookEveryMs, log }, async (signal) => {
    const step = inSteps<Tables>(sql(), { publisher, signal })
    while (await isAnythingToTell(sql())) {
      await step(tellMarked)
      bus.connection.publish(bus.subject(countedSubject))
      await sleep(restMs, undefined, { signal })
    }
  })
}

/** Whether counters changed of which nobody was told yet. */
export async function isAnythingToTell(sql: Sql): Promise<boolean> {
  return (await sql.selectFrom('space_counter_mark').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * Tells the marked spaces' counters and takes the marks away, where no replica has told any in the last quarter of a
 * second. The marks that one statement sees were committed together with what it reads of the spaces. A change that
 * commits later has a mark of its own, so none is left untold.
 */
export async function tellMarked({ sql, emit }: Writer): Promise<void> {
  const { rows } = await raw<SpaceRow>`
    with turn as (
      update space_counter_turn set told_at = clock_timestamp()
      where told_at not between clock_timestamp() - ${raw.lit(restMs)} * interval '1 millisecond' and clock_timestamp()
      returning one
    ), taken as (
      delete from space_counter_mark
      where id in (select id from space_counter_mark order by id limit ${marksAtOnce}) and exists (select from turn)
      returning space_id
    )
    select * from space where id in (select space_id from taken)`.execute(sql)
  for (const row of rows) emit(spaceCounters.saved, spaceCountersState(row))
}
