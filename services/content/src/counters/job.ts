import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, inSteps, type Logger, type Loop, type Publisher, startLoop, whileAlone } from '@quire/kit'
import type { Sql, Tables } from '../database.ts'
import { expandMarks } from './expand.ts'
import { recountDue } from './recount.ts'

interface CountingDependencies {
  sql: () => Sql
  publisher: Publisher
  bus: Bus
  log: Logger
}

/** Held by the one replica that counts. */
export const countingLock = 0x63_6f_75_6e
/** How often the job looks for marks of other replicas. */
const lookEveryMs = 5000
/** Bounds of one transaction, and of the events that it tells. */
const marksAtOnce = 1000
const subjectsAtOnce = 1000
/** Changes that follow each other are counted together: the job works for a fifth of the time at most. */
const restFactor = 4
const longestRestMs = 1000

/** The subject on which the job says that it has counted what was marked. */
export const countedSubject = 'counted'

/** Counts what was marked as long as the service runs: at once, and then at most about once a second. */
export function startCounting({ sql, publisher, bus, log }: CountingDependencies): Loop {
  return startLoop({ name: 'counting', everyMs: lookEveryMs, log }, async (signal) => {
    const startedAt = performance.now()
    if (!(await countMarked(sql(), { publisher, signal }))) return
    bus.connection.publish(bus.subject(countedSubject))
    const restMs = Math.min(longestRestMs, restFactor * (performance.now() - startedAt))
    await sleep(restMs, undefined, { signal })
  })
}

/**
 * Counts until nothing is marked or due, in short transactions. Each takes away only what it has counted, so a kill
 * between two loses nothing. Answers whether there was anything to count; false also where another replica counts.
 */
async function countMarked(sql: Sql, running: { publisher: Publisher; signal: AbortSignal }): Promise<boolean> {
  if (!(await isAnything(sql))) return false
  const done = await whileAlone(sql, countingLock, async (one: Sql) => {
    const step = inSteps<Tables>(one, running)
    do {
      while (await step((writing) => expandMarks(writing.sql, marksAtOnce)));
      while (await step((writing) => recountDue(writing, subjectsAtOnce)));
    } while (await isAnything(one))
    return true
  })
  return done ?? false
}

/** Whether anything is left to count. */
export async function isAnything(sql: Sql): Promise<boolean> {
  const { left } = await sql
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([exists(selectFrom('counter_mark').select('id')), exists(selectFrom('counter_due').select('subject_id'))]).as(
        'left',
      ),
    )
    .executeTakeFirstOrThrow()
  return Boolean(left)
}
