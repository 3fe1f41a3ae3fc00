import { type Logger, type Loop, startLoop, whileAlone } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { BlobStore } from '../files/blobs.ts'

const atOnce = 100
/** Held by the one replica that sweeps. */
const sweepLock = 0x75_70_6c_64

interface SweepParts {
  sql: () => Sql
  blobs: Pick<BlobStore, 'list' | 'remove'>
  now: () => Date
  everySeconds: number
  log: Logger
}

/** Removes uploads that nobody used in time, as long as the service runs. */
export function startSweepingUploads({ everySeconds, log, ...parts }: SweepParts): Loop {
  return startLoop({ name: 'uploads', everyMs: everySeconds * 1000, log }, async (signal) => {
    await whileAlone(parts.sql(), sweepLock, async (sql) => {
      while ((await sweepSome({ ...parts, sql })) === atOnce) signal.throwIfAborted()
    })
  })
}

/**
 * Marks uploads first, so that nobody opens them any more, and forgets them last: a sweep that was cut short is done
 * again. No address is good for as long as its upload is kept, so nothing comes behind the sweep.
 */
export async function sweepSome({
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
    await removeAll(blobs, id)
    await sql.deleteFrom('upload').where('id', '=', id).execute()
  }
  return rows.length
}

async function removeAll(blobs: SweepParts['blobs'], id: string): Promise<void> {
  let kept: string[]
  do {
    kept = (await blobs.list(id, '', atOnce)).map(({ blob }) => blob)
    await blobs.remove(kept)
  } while (kept.length === atOnce)
}
