import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, inSteps, type Logger, type Loop, type Publisher, startLoop, whileAlone } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
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

/**
 * Replaces the oldest counter marks by the memberships and teams to be counted; false if there was no mark. One
 * statement sees both the marks and the marked changes. A collection that has moved since left a mark at its former
 * parent, so its former ancestors are found too.
 */
export async function expandMarks(sql: Sql, max: number): Promise<boolean> {
  const { rows } = await raw<{ taken: boolean }>`
    with recursive taken as (
      delete from counter_mark where id in (select id from counter_mark order by id limit ${max})
      returning kind, target
    ), scope(id) as (
      select target from taken where kind = 'scope'
      union select coalesce(collection.parent_id, space.collection_id) from scope
        left join collection on collection.id = scope.id left join space on space.id = scope.id
    ), subject(id) as (
      select target from taken where kind = 'subject'
      union select subject_id from access_grant where scope_id in (select id from scope)
    ), due as (
      insert into counter_due
      select id from subject
      union select member_id from team_member where team_id in (select id from subject)
      on conflict do nothing
    )
    select exists (select from taken) as taken`.execute(sql)
  return rows[0]?.taken ?? false
}
