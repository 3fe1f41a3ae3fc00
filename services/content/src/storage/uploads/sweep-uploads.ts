import { type Logger, type Loop, startLoop, whileAlone } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { BlobStore } from '../files/blobs.ts'

const atOnce = 100
/** Advisory lock of the one replica that sweeps. */
const sweepLock = 0x75_70_6c_64

interface SweepParts {
  sql: () => Sql
  blobs: Pick<BlobStore, 'list' | 'remove'>
  now: () => Date
  everySeconds: number
  log: Logger
}

/** Deletes uploads that were not used in time, as long as the service runs. */
export function startSweepingUploads({ everySeconds, log, ...parts }: SweepParts): Loop {
  return startLoop({ name: 'uploads', everyMs: everySeconds * 1000, log }, async (signal) => {
    await whileAlone(parts.sql(), sweepLock, async (sql) => {
      while ((await sweepBatch({ ...parts, sql })) === atOnce) signal.throwIfAborted()
    })
  })
}

/**
 * Marks uploads first, so that they can no longer be opened, and deletes their rows last, so that an interrupted sweep
 * is repeated. Addresses expire before their uploads, so no file arrives after the sweep.
 */
export async function sweepBatch({
  sql,
  blobs,
  now,
}: Omit<SweepParts, 'sql' | 'log' | 'everySeconds'> & { sql: Sql }): Promise<number> {
  const rows = await sql
    .updateTable('upload')
    .set({ swept: true })
    .where('id', 'in', (from) =>
      from.selectFrom('upload').select('id').where('kept_until', '<', now()).orderBy('kept_until').limit(atOnce),
    )
    .where('kept_until', '<', now())
    .returning('id')
    .execute()
  for (const { id } of rows) {
    await removeUploadedFiles(blobs, id)
    await sql.deleteFrom('upload').where('id', '=', id).execute()
  }
  return rows.length
}

/** Deletes the bytes of an upload, however many files were sent to its address. */
export async function removeUploadedFiles(blobs: SweepParts['blobs'], id: string): Promise<void> {
  let stored: string[]
  do {
    stored = (await blobs.list(id, '', atOnce)).map(({ blob }) => blob)
    await blobs.remove(stored)
  } while (stored.length === atOnce)
}
