import { doAll, type Logger, type Loop, startLoop, whileAlone } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { dayAfter, dayOf } from '../days.ts'
import { createPartitions } from '../events/event-partitions.ts'
import { forgetBefore, forgetDeletedSites, forgetKeys } from './forget-events.ts'
import { addPrograms, type Postponed, rollUpUntil } from './sum-days.ts'

interface UpkeepParts {
  sql: () => Sql
  now: () => Date
  log: Logger
  retentionDays: number
}

const everyMs = 600_000
/** Key of the lock of the process that rolls up. */
const upkeepLock = 5_091_045
/** Events may come five minutes late, and wait in memory for a moment. */
const closedAfterMs = 15 * 60_000

/** Adds and drops partitions, deletes what is too old or of deleted sites, and sums up days that are over. */
export function startInsightsUpkeep({ sql, now, log, retentionDays }: UpkeepParts): Loop {
  const postponed: Postponed = new Map()
  return startLoop({ name: 'insights', everyMs, log }, (signal) =>
    keepUp(sql(), { now: now(), retentionDays, postponed, signal }),
  )
}

interface Upkeep {
  now: Date
  retentionDays: number
  /** Default: sums that failed before are tried again. */
  postponed?: Postponed
  signal?: AbortSignal
}

/**
 * Does what is due; only one process at a time. Each step is complete by itself, and is repeated after a kill. A step that
 * fails keeps no other from being done, above all no deletion; then the first failure is thrown.
 */
export async function keepUp(sql: Sql, { now, retentionDays, postponed, signal }: Upkeep): Promise<void> {
  await doAll([
    () => createPartitions(sql, [dayOf(now), dayAfter(dayOf(now))]),
    () => whileAlone(sql, upkeepLock, (alone) => keepUpAlone(alone, { now, retentionDays, postponed, signal })),
  ])
}

async function keepUpAlone(sql: Sql, { now, retentionDays, postponed = new Map(), signal }: Upkeep): Promise<void> {
  // A clock that is ahead for a moment must neither close today nor delete what is to be retained.
  const earlier = await earlierOf(sql, now)
  const today = dayOf(earlier)
  const end = dayOf(new Date(earlier.getTime() - closedAfterMs))
  await doAll([
    () => forgetKeys(sql, dayAfter(today, -1)),
    () => forgetBefore(sql, dayAfter(today, -retentionDays), signal),
    () => forgetDeletedSites(sql, signal),
    async () => {
      const [failure] = await rollUpUntil(sql, end, { now: earlier, postponed, signal })
      if (failure) throw failure
    },
    () => addPrograms(sql, signal),
  ])
}

/** Returns the time of this process or of the database, the earlier of both. */
async function earlierOf(sql: Sql, now: Date): Promise<Date> {
  const { rows } = await raw<{ ms: number }>`select (extract(epoch from now()) * 1000)::float8 as ms`.execute(sql)
  return new Date(Math.min(now.getTime(), rows[0]?.ms ?? now.getTime()))
}
