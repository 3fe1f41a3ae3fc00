import { sql } from 'kysely'
import { buildSegment } from '../segment/build.ts'
import { openSegment, type Segment } from '../segment/segment.ts'
import type { IndexDatabase } from './database.ts'
import { healList } from './heal.ts'
import { departed } from './indexed-spaces.ts'
import { lockList, mergeAtOf, readList, type SegmentList, writeList } from './lists.ts'
import { type ListedSegment, placeOf, type Run, runToMerge } from './segment-list.ts'
import { keepSegment, loadSegments, named, touchSegments } from './stored-segments.ts'

/** Makes the bytes of a merged segment of the bytes of adjacent ones, here or in another thread. */
export type Merge = (segments: readonly Uint8Array[], options: { oldest: boolean }) => Uint8Array | Promise<Uint8Array>

interface MergeParts {
  db: IndexDatabase
  merge: Merge
  /** What of an organization is in memory already. */
  known: (organization: string) => ReadonlyMap<string, Segment>
}

/** After so long another process takes over from one that was killed. */
const leaseTime = '1 minute'

/**
 * Merges some segments of the organization that has waited longest; false where none waits. The work is done outside of
 * any transaction. It is put in place only where the list still has these segments.
 */
export async function mergeSome(parts: MergeParts): Promise<boolean> {
  const taken = await takeOne(parts.db)
  if (!taken) return false
  const { organization } = taken
  const list = await readList(parts.db, organization)
  const run = runToMerge(list.segments) ?? (await allWithDeparted(parts, organization, list.segments))
  const sources = run ? list.segments.slice(run.from, run.from + run.count) : []
  const segments = await segmentsOf(parts, organization, sources)
  if (sources.length > 0 && segments) await mergeThese(parts, taken, { list, sources, segments })
  else if (segments) await parts.db.transaction().execute((db) => settle(db, taken))
  else await askAgain(parts.db, taken)
  return true
}

/** All segments, where somebody asked for a merge because a space is gone whose pages are still there. */
async function allWithDeparted(
  parts: MergeParts,
  organization: string,
  list: readonly ListedSegment[],
): Promise<Run | undefined> {
  const segments = await segmentsOf(parts, organization, list)
  const gone = await departed(parts.db, organization, spacesOf(segments ?? []))
  return gone.length > 0 ? { from: 0, count: list.length } : undefined
}

const spacesOf = (segments: readonly Segment[]) => [...new Set(segments.flatMap(({ spaces }) => [...spaces.keys()]))]

interface Merging {
  list: SegmentList
  sources: readonly ListedSegment[]
  segments: readonly Segment[]
}

async function mergeThese({ db, merge }: MergeParts, taken: Taken, { list, sources, segments }: Merging) {
  const { organization, lease } = taken
  const hashes = sources.map(({ hash }) => hash)
  const oldest = list.segments[0] === sources[0]
  // The list was read before these rows: a space that comes while they are read is in neither.
  const gone = await departed(db, organization, spacesOf(segments))
  const clearing = gone.length > 0 ? [buildSegment([], { cleared: gone })] : []
  const made = await named(await merge([...segments.map((segment) => segment.bytes), ...clearing], { oldest }))
  await keepSegment(db, organization, made)
  const merged = { hash: made.hash, bytes: made.bytes.length, documents: openSegment(made.bytes).documents }
  await db.transaction().execute(async (transaction) => {
    const now = await lockList(transaction, organization)
    const from = placeOf(now.segments, hashes)
    if (from < 0 || (oldest && from > 0)) return askAgain(transaction, taken)
    await touchSegments(transaction, organization, [...hashes, merged.hash])
    // Views that count pages of departed spaces are made anew.
    const listed = gone.length > 0 ? merged : { ...merged, of: hashes }
    await writeList(transaction, organization, now.segments.toSpliced(from, hashes.length, listed), lease)
  })
}

/** An organization whose segments this process may merge. */
interface Taken {
  organization: string
  /** Until when, as the database writes it; it tells whether somebody asked for a merge since. */
  lease: string
}

async function takeOne(db: IndexDatabase): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update search_index set merge_at = now() + ${leaseTime}::interval
    where organization_id = (
      select organization_id from search_index where merge_at <= now() order by merge_at limit 1
      for update skip locked
    )
    returning organization_id as organization, merge_at::text as lease`.execute(db)
  return rows[0]
}

/** Gives the lease back: to nobody where nothing is left to merge. */
async function settle(db: Parameters<typeof lockList>[0], { organization, lease }: Taken): Promise<void> {
  const { segments } = await lockList(db, organization)
  await sql`
    update search_index set merge_at = ${mergeAtOf(segments, lease)}
    where organization_id = ${organization}`.execute(db)
}

/** What this merge was asked for is not done, as the list is another one by now. */
async function askAgain(db: Parameters<typeof lockList>[0], { organization }: Taken): Promise<void> {
  await sql`update search_index set merge_at = now() where organization_id = ${organization}`.execute(db)
}

/** Undefined where one cannot be read: it leaves the list. */
async function segmentsOf(
  { db, known }: MergeParts,
  organization: string,
  sources: readonly ListedSegment[],
): Promise<Segment[] | undefined> {
  const kept = known(organization)
  const missing = sources.filter(({ hash }) => !kept.has(hash))
  const loaded = await loadSegments(db, organization, missing)
  const unread = missing.filter(({ hash }) => !loaded.get(hash)).map(({ hash }) => hash)
  if (unread.length > 0) {
    await healList(db, organization, unread)
    return undefined
  }
  return sources.flatMap(({ hash }) => kept.get(hash) ?? loaded.get(hash) ?? [])
}
