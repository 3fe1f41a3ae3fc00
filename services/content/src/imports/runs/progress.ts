import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { ClaimedRun } from './runs.tables.ts'

const writeEveryMs = 1000

interface Counts {
  importedResources: number
  totalResources: number
}

/** Shows how far a run has come, about once a second. `onLost` is called where the run is no longer this process's. */
export function showProgress(sql: () => Sql, { id, claim }: ClaimedRun, onLost: () => void) {
  let latest: Counts | undefined
  async function write() {
    if (!latest) return
    const { importedResources, totalResources } = latest
    latest = undefined
    const written = await sql()
      .updateTable('import_run')
      .set({
        // A second attempt begins anew; what is shown never falls.
        imported_resources: raw<number>`greatest(imported_resources, ${importedResources}::int)`,
        total_resources: raw<number>`greatest(total_resources, ${totalResources}::int)`,
        updated_at: raw<Date>`now()`,
      })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    if (written.numUpdatedRows === 0n) onLost()
  }
  // What could not be written is overtaken a second later.
  const timer = setInterval(() => void write().catch(() => undefined), writeEveryMs)
  return {
    progress(counts: Counts) {
      latest = counts
    },
    stop: () => clearInterval(timer),
  }
}
