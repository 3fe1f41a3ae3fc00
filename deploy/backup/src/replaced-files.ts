import { restoreMark } from '@quire/kit'
import type pg from 'pg'
import type { Installation } from './installation/installation.ts'
import { filesNamedIn, partsOf, storeColumns } from './installation/stored-files.ts'

/**
 * Notes the stores of the files that a database of content has, in the mark of the restore. The tables that name them are
 * dropped long before the files are removed; a restore that was killed in between leaves the notes to the next one. Returns
 * all that are noted.
 */
export async function noteStores(content: pg.Client): Promise<string[]> {
  await content.query(`alter table ${restoreMark} add column if not exists store text unique`)
  for (const { table, column, where } of storeColumns) {
    // Earlier versions lack some of them, and a new database has none.
    const { rowCount } = await content.query(
      `select from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = $2`,
      [table, column],
    )
    if (rowCount === 0) continue
    await content.query(
      `insert into ${restoreMark} (store) select distinct ${column} from ${table} where ${where} on conflict do nothing`,
    )
  }
  const { rows } = await content.query<{ store: string }>(`select store from ${restoreMark} where store is not null`)
  return rows.map(({ store }) => store)
}

interface Replaced {
  /** The stores of files that the replaced installation had. */
  stores: readonly string[]
  /** The database of the restored installation. */
  content: pg.Client
  /** The files that the backup has. */
  restored: ReadonlySet<string>
  signal: AbortSignal
}

const removedAtOnce = 100

/**
 * Removes the files of the replaced installation, except those that the restored one has or names: a backup may lack a file
 * that is still in the storage.
 */
export async function removeReplaced(
  files: Pick<Installation['files'], 'list' | 'remove'>,
  { stores, content, restored, signal }: Replaced,
): Promise<void> {
  for (const store of stores) {
    const { rows } = await content.query<{ blob: string }>(filesNamedIn('$1'), [store])
    const named = new Set(rows.map(({ blob }) => blob))
    for await (const part of partsOf(files, store)) {
      const rest = part.filter((blob) => !restored.has(blob) && !named.has(blob))
      while (rest.length > 0) {
        signal.throwIfAborted()
        await files.remove(rest.splice(0, removedAtOnce))
      }
    }
  }
}
