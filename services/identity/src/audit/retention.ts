import { auditEventNouns } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'

const deletedAtOnce = 1000

/**
 * Deletes audit events from before `retentionDays`, in small batches, with what the projector remembers of them. Returns
 * the number of deleted ones that had not been streamed: while the operator's file or endpoint is away, the queue is as
 * long as the retention and no longer.
 */
export async function deleteExpiredEvents(
  sql: Kysely<Tables>,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  const nouns = Object.values(auditEventNouns).map(({ name }) => name)
  for (let lost = 0; ; ) {
    const { rows } = await raw<{ deleted: number; waiting: number }>`
      with expired as (
        delete from audit_event where id in (
          select id from audit_event where at < ${before} order by at limit ${raw.lit(deletedAtOnce)}
        ) returning id, streamed
      ), forgotten as (
        delete from projected where noun = any(${nouns}::text[]) and key in (select id from expired)
      )
      select count(*)::int as deleted, count(*) filter (where not streamed)::int as waiting from expired`.execute(sql)
    const { deleted = 0, waiting = 0 } = rows[0] ?? {}
    lost += waiting
    if (deleted < deletedAtOnce) return lost
  }
}
