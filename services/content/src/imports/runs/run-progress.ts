import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'

const writeEveryMs = 1000

interface Counts {
  importedResources: number
  totalResources: number
}

/** Records the progress of a run about once a second. Calls `onLost` if this process has lost the claim of the run. */
export function recordProgress(sql: () => Sql, { id, claim }: ClaimedRun, onLost: () => void) {
  let latest: Counts | undefined
  async function write() {
    if (!latest) return
    const { importedResources, totalResources } = latest
    latest = undefined
    const written = await sql()
      .updateTable('import_run')
      .set({
        // A second attempt begins at zero, and the recorded progress never decreases.
        imported_resources: raw<number>`greatest(imported_resources, ${importedResources}::int)`,
        total_resources: raw<number>`greatest(total_resources, ${totalResources}::int)`,
        updated_at: raw<Date>`now()`,
      })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    if (written.numUpdatedRows === 0n) onLost()
  }
  // A failed write is superseded a second later.
  const timer = setInterval(() => void write().catch(() => undefined), writeEveryMs)
  return {
    progress(counts: Counts) {
      latest = counts
    },
    stop: () => clearInterval(timer),
  }
}
