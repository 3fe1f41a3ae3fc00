import { type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../../database.ts'

const keptDays = 90
const atOnce = 1000

interface SweepParts {
  sql: () => Sql
  now: () => Date
  everySeconds: number
  log: Logger
}

/** Deletes notifications after 90 days, read or not, as long as the service runs. */
export function startSweepingNotifications({ sql, now, everySeconds, log }: SweepParts): Loop {
  return startLoop({ name: 'notifications', everyMs: everySeconds * 1000, log }, async (signal) => {
    while ((await sweepNotifications(sql(), now())) === atOnce) signal.throwIfAborted()
  })
}

/** Deletes a batch of the notifications that are old enough, without those that another replica deletes; returns their number. */
export async function sweepNotifications(sql: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 24 * 3600_000)
  const { numDeletedRows } = await sql
    .deleteFrom('notification')
    .where('id', 'in', (from) =>
      from
        .selectFrom('notification')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
