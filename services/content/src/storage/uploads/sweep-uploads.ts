import { type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { BlobStore } from '../files/blobs.ts'

const filesAtOnce = 100
/** Duration of a claim. Longer than the storage takes: where it is not, two replicas delete the same files. */
const claimMs = 10 * 60_000

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
    while (await sweepNext(parts)) signal.throwIfAborted()
  })
}

/**
 * Deletes an upload whose time is over; false if there is none. A later time is the claim of a replica, which holds no
 * connection while it waits for the storage. The upload is marked first, so that it can no longer be opened, and its row is
 * deleted last, so that an interrupted sweep is repeated. Addresses expire before their uploads, so no file arrives later.
 */
export async function sweepNext({ sql, blobs, now }: Omit<SweepParts, 'log' | 'everySeconds'>): Promise<boolean> {
  const row = await sql()
    .updateTable('upload')
    .set({ swept: true, kept_until: new Date(now().getTime() + claimMs) })
    .where('id', '=', (from) =>
      from
        .selectFrom('upload')
        .select('id')
        .where('kept_until', '<', now())
        .orderBy('kept_until')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await removeUploadedFiles(blobs, row.id)
  await sql().deleteFrom('upload').where('id', '=', row.id).execute()
  return true
}

/** Deletes the bytes of an upload, however many files were sent to its address. */
export async function removeUploadedFiles(blobs: SweepParts['blobs'], id: string): Promise<void> {
  let stored: string[]
  do {
    stored = (await blobs.list(id, '', filesAtOnce)).map(({ blob }) => blob)
    await blobs.remove(stored)
  } while (stored.length === filesAtOnce)
}
