import pg from 'pg'
import type { Snapshot } from './database/dump-database.ts'
import { filesNamedIn } from './installation/stored-files.ts'

interface Saved {
  content: Snapshot
  /** The address of the database that the snapshot is of. */
  databaseUrl: string
  store: string
  /** The files of the store that were saved. */
  names: ReadonlySet<string>
}

/** Counts the files of a store that rows name, in the snapshot and still now, and that were not saved. */
export async function countMissing({ content, databaseUrl, store, names }: Saved): Promise<number> {
  const missing: string[] = []
  for await (const rows of content.readInParts<{ blob: string }>(filesNamedIn(pg.escapeLiteral(store))))
    missing.push(...rows.map(({ blob }) => blob).filter((blob) => !names.has(blob)))
  return missing.length === 0 ? 0 : countNamed(databaseUrl, store, missing)
}

/** Counts those files that are not removed with their space by now: the rows that name a file go before it. */
async function countNamed(databaseUrl: string, store: string, blobs: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup', keepAlive: true })
  // A connection that ends fails the statement on it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (${filesNamedIn('$1')}) as named where blob = any($2)`,
      [store, blobs],
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
