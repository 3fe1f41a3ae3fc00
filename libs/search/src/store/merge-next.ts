import { sql } from 'kysely'
import { buildSegment } from '../segment/build-segment.ts'
import { openSegment, type Segment } from '../segment/segment.ts'
import { healList } from './heal-list.ts'
import type { IndexDatabase } from './index-database.ts'
import { findDepartedSpaces } from './indexed-spaces.ts'
import { type ListedSegment, positionOf, type Run, runToMerge } from './segment-list.ts'
import { lockList, mergeTime, readList, type SegmentList, writeList } from './stored-list.ts'
import { loadSegments, nameSegment, storeSegment, touchSegments } from './stored-segments.ts'

/** Merges the bytes of adjacent segments, in this thread or another. */
export type Merge = (segments: readonly Uint8Array[], options: { oldest: boolean }) => Uint8Array | Promise<Uint8Array>

interface MergeParts {
  db: IndexDatabase
  merge: Merge
  /** Returns the segments of an organization that are in memory already. */
  known: (organization: string) => ReadonlyMap<string, Segment>
}

/** The duration of a lease, after which another process takes over from one that was killed. */
const leaseTime = '1 minute'

/**
 * Merges some segments of the organization that has waited longest; returns false if none waits. The work is done
 * outside of any transaction. The result replaces the segments only if the list still has them.
 */
export async function mergeNext(parts: MergeParts): Promise<boolean> {
  const lease = await takeLease(parts.db)
  if (!lease) return false
  const { organization } = lease
  const list = await readList(parts.db, organization)
  const run = runToMerge(list.segments) ?? (await runOfDepartedPages(parts, organization, list.segments))
  const sources = run ? list.segments.slice(run.from, run.from + run.count) : []
  const segments = await segmentsOf(parts, organization, sources)
  if (sources.length > 0 && segments) await mergeRun(parts, lease, { list, sources, segments })
  else if (segments) await parts.db.transaction().execute((db) => endLease(db, lease))
  else await requestMerge(parts.db, lease)
  return true
}

/** Returns a run of all segments if they still have pages of removed spaces. */
async function runOfDepartedPages(
  parts: MergeParts,
  organization: string,
  list: readonly ListedSegment[],
): Promise<Run | undefined> {
  const segments = await segmentsOf(parts, organization, list)
  const departed = await findDepartedSpaces(parts.db, organization, spacesOf(segments ?? []))
  return departed.length > 0 ? { from: 0, count: list.length } : undefined
}

const spacesOf = (segments: readonly Segment[]) => [...new Set(segments.flatMap(({ spaces }) => [...spaces.keys()]))]

interface Merging {
  list: SegmentList
  sources: readonly ListedSegment[]
  segments: readonly Segment[]
}

async function mergeRun({ db, merge }: MergeParts, taken: MergeLease, { list, sources, segments }: Merging) {
  const { organization, lease } = taken
  const hashes = sources.map(({ hash }) => hash)
  const oldest = list.segments[0] === sources[0]
  // The list was read before the rows: a space that arrives between the two reads is in neither.
  const departed = await findDepartedSpaces(db, organization, spacesOf(segments))
  const clearing = departed.length > 0 ? [buildSegment([], { cleared: departed })] : []
  const made = await nameSegment(await merge([...segments.map((segment) => segment.bytes), ...clearing], { oldest }))
  await storeSegment(db, organization, made)
  const merged = { hash: made.hash, bytes: made.bytes.length, documents: openSegment(made.bytes).documents }
  await db.transaction().execute(async (transaction) => {
    const now = await lockList(transaction, organization)
    const from = positionOf(now.segments, hashes)
    if (from < 0 || (oldest && from > 0)) return requestMerge(transaction, taken)
    await touchSegments(transaction, organization, [...hashes, merged.hash])
    // Without `of`, views that count pages of departed spaces are built again from nothing.
    const listed = departed.length > 0 ? merged : { ...merged, of: hashes }
    await writeList(transaction, organization, now.segments.toSpliced(from, hashes.length, listed), lease)
  })
}

/** An organization whose segments this process may merge. */
interface MergeLease {
  organization: string
  /** The end of the lease as text of the database; a different value means that a merge was requested since. */
  lease: string
}

async function takeLease(db: IndexDatabase): Promise<MergeLease | undefined> {
  const { rows } = await sql<MergeLease>`
    update search_index set merge_at = now() + ${leaseTime}::interval
    where organization_id = (
      select organization_id from search_index where merge_at <= now() order by merge_at limit 1
      for update skip locked
    )
    returning organization_id as organization, merge_at::text as lease`.execute(db)
  return rows[0]
}

/** Ends the lease; a merge stays due if segments are left to merge. */
async function endLease(db: Parameters<typeof lockList>[0], { organization, lease }: MergeLease): Promise<void> {
  const { segments } = await lockList(db, organization)
  await sql`
    update search_index set merge_at = ${mergeTime(segments, lease)}
    where organization_id = ${organization}`.execute(db)
}

/** Requests the merge again: it was not done, since the list changed meanwhile. */
async function requestMerge(db: Parameters<typeof lockList>[0], { organization }: MergeLease): Promise<void> {
  await sql`update search_index set merge_at = now() where organization_id = ${organization}`.execute(db)
}

/** Returns the segments; undefined if one cannot be read, which is then removed from the list. */
async function segmentsOf(
  { db, known }: MergeParts,
  organization: string,
  sources: readonly ListedSegment[],
): Promise<Segment[] | undefined> {
  const cached = known(organization)
  const missing = sources.filter(({ hash }) => !cached.has(hash))
  const loaded = await loadSegments(db, organization, missing)
  const unread = missing.filter(({ hash }) => !loaded.get(hash)).map(({ hash }) => hash)
  if (unread.length > 0) {
    await healList(db, organization, unread)
    return undefined
  }
  return sources.flatMap(({ hash }) => cached.get(hash) ?? loaded.get(hash) ?? [])
}
