import { type Logger, type Loop, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'

const everyMs = 3600_000
const atOnce = 1000
/** The days for which the outcome of an event can be looked up. */
const retentionDays = 14

/** Deletes events two weeks after their end, as long as the service runs. */
export function startSweepingEvents({ sql, log }: { sql: () => Sql; log: Logger }): Loop {
  return startLoop({ name: 'ended integration events', everyMs, log }, async (signal) => {
    while ((await sweepEvents(sql())) === atOnce) signal.throwIfAborted()
  })
}

/** Deletes a thousand of the events that ended long ago, and returns their number. */
export async function sweepEvents(sql: Sql): Promise<number> {
  const { numAffectedRows = 0n } = await raw`
    delete from integration_event where id in (
      select id from integration_event
      where status <> 'waiting' and finished_at < now() - make_interval(days => ${retentionDays})
      limit ${atOnce} for update skip locked)`.execute(sql)
  return Number(numAffectedRows)
}
