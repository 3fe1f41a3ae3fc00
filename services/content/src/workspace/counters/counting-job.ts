import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, inSteps, type Logger, type Loop, type Publisher, startLoop, whileAlone } from '@quire/kit'
import type { Sql, Tables } from '../../database.ts'
import { expandMarks } from './expand-marks.ts'
import { recountDue } from './recount.ts'

interface CountingDependencies {
  sql: () => Sql
  publisher: Publisher
  bus: Bus
  log: Logger
}

/** Advisory lock of the one replica that counts. */
export const countingLock = 0x63_6f_75_6e
/** Interval at which the job looks for counter marks of other replicas. */
const pollEveryMs = 5000
/** Bounds of one transaction, and of the events that it emits. */
const marksPerTransaction = 1000
const subjectsPerTransaction = 1000
/** The job rests four times as long as it worked, so that successive changes are counted together. */
const restFactor = 4
const maxRestMs = 1000

/** Bus subject on which the job announces that the marked counters have been counted. */
export const countedSubject = 'counted'

/** Starts the job that counts marked counters: immediately, then about once a second at most. */
export function startCounting({ sql, publisher, bus, log }: CountingDependencies): Loop {
  return startLoop({ name: 'counting', everyMs: pollEveryMs, log }, async (signal) => {
    const startedAt = performance.now()
    if (!(await countMarked(sql(), { publisher, signal }))) return
    bus.connection.publish(bus.subject(countedSubject))
    const restMs = Math.min(maxRestMs, restFactor * (performance.now() - startedAt))
    await sleep(restMs, undefined, { signal })
  })
}

/**
 * Counts in short transactions until nothing is marked or due. Each transaction removes only what it has counted, so a
 * crash between two loses nothing. False if there was nothing to count or another replica counts.
 */
async function countMarked(sql: Sql, running: { publisher: Publisher; signal: AbortSignal }): Promise<boolean> {
  if (!(await hasDueCounters(sql))) return false
  const done = await whileAlone(sql, countingLock, async (one: Sql) => {
    const step = inSteps<Tables>(one, running)
    do {
      while (await step((writing) => expandMarks(writing.sql, marksPerTransaction)));
      while (await step((writing) => recountDue(writing, subjectsPerTransaction)));
    } while (await hasDueCounters(one))
    return true
  })
  return done ?? false
}

/** True if anything is marked or due. */
export async function hasDueCounters(sql: Sql): Promise<boolean> {
  const { left } = await sql
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([exists(selectFrom('counter_mark').select('id')), exists(selectFrom('counter_due').select('subject_id'))]).as(
        'left',
      ),
    )
    .executeTakeFirstOrThrow()
  return Boolean(left)
}
