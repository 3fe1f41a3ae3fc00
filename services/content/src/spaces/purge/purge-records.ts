import type { Step } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Tables } from '../../database.ts'

const dayMs = 24 * 3600_000
/** Import runs are retained for this long after their end, counts of words for this long after their day. */
const retentionMs = { runs: 30 * dayMs, words: 40 * dayMs }

/** Removes import runs whose retention is over; returns their number. */
export function purgeImportRuns(step: Step<Tables>, now: Date, rowsAtOnce: number): Promise<number> {
  const before = new Date(now.getTime() - retentionMs.runs)
  return inBatches(
    step,
    rowsAtOnce,
    raw`
      delete from import_run where id in (
        select id from import_run
        where status not in ('pending', 'in-progress') and updated_at < ${before} limit ${rowsAtOnce}
      )`,
  )
}

/** Removes counts of translated words, of which the budgets of a day read that day alone; returns the number of rows. */
export async function purgeWordCounts(step: Step<Tables>, now: Date, rowsAtOnce: number): Promise<number> {
  const before = new Date(now.getTime() - retentionMs.words).toISOString()
  let removed = 0
  for (const table of ['translation_usage', 'translation_holder_usage'] as const)
    removed += await inBatches(
      step,
      rowsAtOnce,
      raw`
        delete from ${raw.table(table)} where ctid in (
          select ctid from ${raw.table(table)} where day < ${before}::date limit ${rowsAtOnce}
        )`,
    )
  return removed
}

/** Runs a deletion of at most `rowsAtOnce` rows, in transactions of their own, until it finds fewer. */
async function inBatches(step: Step<Tables>, rowsAtOnce: number, deletion: RawBuilder<unknown>): Promise<number> {
  for (let removed = 0; ; ) {
    const { numAffectedRows = 0n } = await step(({ sql }) => deletion.execute(sql))
    removed += Number(numAffectedRows)
    if (numAffectedRows < BigInt(rowsAtOnce)) return removed
  }
}
