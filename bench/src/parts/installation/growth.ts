import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Measuring } from '../../part.ts'
import { rounded, table } from '../../report/report-table.ts'
import { withDatabase } from '../../system.ts'

const editsADay = 10_000
const daysAMonth = 30
/** The days for which rows or files are retained; all others are for good. */
const retainedDays: Record<string, number> = {
  outbox: 1,
  idempotency_key: 1,
  resync_run: 1,
  'stream of the bus': 7,
}
/** What edits add here is merged with what it replaces, so it does not add up. */
const merged = ['search_segment', 'search_index']
/** A table grows by whole pages, and has some for rows that were replaced since it was written anew: that is no growth. */
const chanceBytes = 5 * 8192

/** Bytes of each table and folder, by the name of what holds it. */
type Sizes = Map<string, number>

/** Reads sizes once what jobs prune is pruned; tables are written anew, so that none has room for rows that are gone. */
export async function sizesOf(on: Measuring): Promise<Sizes> {
  const sizes: Sizes = new Map()
  for (const [service, { databaseUrl }] of Object.entries(on.quire.services)) {
    await withDatabase(databaseUrl, async (database) => {
      if (service === 'content' || service === 'ai') await pruneSegments(database)
      await database.query('vacuum full')
      const { rows } = await database.query<{ name: string; bytes: string }>(
        `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by relname`,
      )
      for (const { name, bytes } of rows) sizes.set(`${service}: ${name}`, Number(bytes))
    })
  }
  sizes.set('files of content', await bytesIn(join(on.quire.folder, 'data', 'blobs')))
  sizes.set('stream of the bus', await bytesIn(join(on.quire.folder, 'data', 'nats')))
  return sizes
}

/** Deletes segments that no list names, as the sweep does after ten minutes. */
const pruneSegments = (database: pg.Client) =>
  database.query(
    `delete from search_segment where not exists (
       select from search_index, jsonb_array_elements(segments) as listed
       where search_index.organization_id = search_segment.organization_id and listed ->> 'hash' = search_segment.hash
     )`,
  )

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map((file) => stat(file).then(({ size }) => size)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The table of what edits added, the largest first: by edit, and in a month. */
export function growthTable(before: Sizes, after: Sizes, edits: number): string {
  const rows = [...after]
    .map(([name, bytes]) => ({ name, added: bytes - (before.get(name) ?? 0) }))
    .filter(({ added }) => added > chanceBytes)
    .map(({ name, added }) => {
      const kind = name.split(': ').at(-1) ?? ''
      const days = merged.includes(kind) ? 0 : (retainedDays[kind] ?? daysAMonth)
      const perEdit = added / edits
      return { name, perEdit, days, monthMb: (perEdit * editsADay * days) / 1e6 }
    })
    .toSorted((one, other) => other.monthMb - one.monthMb)
  const all = rows.reduce((sum, { monthMb }) => sum + monthMb, 0)
  const retentionOf = (days: number) => (days === 0 ? 'until merged' : days === daysAMonth ? 'for good' : `${days} d`)
  const lines = rows.map(({ name, perEdit, days, monthMb }) => [
    name,
    rounded(perEdit),
    retentionOf(days),
    days === 0 ? '–' : rounded(monthMb),
  ])
  const head = ['what', 'bytes an edit', 'retained', `MB after a month of ${editsADay} edits a day`]
  return table(head, [...lines, ['all', '', '', rounded(all)]])
}
