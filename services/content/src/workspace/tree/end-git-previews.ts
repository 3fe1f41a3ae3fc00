import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { removePreviewRevisions } from '../../storage/revisions/remove-preview-revisions.ts'

/**
 * Ends the previews of pull requests that a condition selects, in the caller's transaction: their addresses open nothing,
 * and their revisions go, also one whose import has just been completed.
 */
export async function endGitPreviews(sql: Sql, which: RawBuilder<unknown>): Promise<void> {
  const ended = await raw<{ revision: string | null; run_id: string | null }>`
    delete from git_preview where ${which} returning revision, run_id`.execute(sql)
  const runIds = ended.rows.flatMap(({ run_id }) => run_id ?? [])
  if (runIds.length === 0) return
  // A statement of its own sees what a run committed while the first one waited for its lock.
  const runs = await sql.selectFrom('import_run').select('revision').where('id', 'in', runIds).execute()
  await removePreviewRevisions(
    sql,
    [...ended.rows, ...runs].flatMap(({ revision }) => revision ?? []),
  )
}
