import type { Step } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Tables } from '../../database.ts'

const retentionMs = 30 * 24 * 3600_000

/** Removes import runs that ended 30 days ago; returns their number. */
export async function purgeImportRuns(step: Step<Tables>, now: Date, rowsAtOnce: number): Promise<number> {
  const before = new Date(now.getTime() - retentionMs)
  for (let removed = 0; ; ) {
    const { numAffectedRows = 0n } = await step(({ sql }) =>
      raw`
        delete from import_run where id in (
          select id from import_run
          where status not in ('pending', 'in-progress') and updated_at < ${before} limit ${rowsAtOnce}
        )`.execute(sql),
    )
    removed += Number(numAffectedRows)
    if (numAffectedRows < BigInt(rowsAtOnce)) return removed
  }
}
