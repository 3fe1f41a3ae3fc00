import { buildSegment } from '../segment/build-segment.ts'
import { openSegment, type Segment } from '../segment/segment.ts'
import { healList } from './heal-list.ts'
import type { IndexDatabase } from './index-database.ts'
import { findDepartedSpaces } from './indexed-spaces.ts'
import { endLease, type MergeLease, renewLease, takeLease, whileRenewed } from './merge-lease.ts'
import { type ListedSegment, positionOf, type Run, runToMerge } from './segment-list.ts'
import { readList, type SegmentList, writeList } from './stored-list.ts'
import { loadSegments, nameSegment, storeSegment, touchSegments } from './stored-segments.ts'

/** Merges the bytes of adjacent segments, in this thread or another. */
export type Merge = (segments: readonly Uint8Array[], options: { oldest: boolean }) => Uint8Array | Promise<Uint8Array>

interface MergeParts {
  db: IndexDatabase
  merge: Merge
  /** Returns the segments of an organization that are in memory already. */
  known: (organization: string) => ReadonlyMap<string, Segment>
  /** The interval at which the lease of a merge is renewed; by default well within its time. */
  renewEveryMs?: number | undefined
  /** Aborted when the service stops. */
  signal: AbortSignal
}

/**
 * Merges some segments of the organization that has waited longest; returns false if none waits. The work is done
 * outside of any transaction. The result replaces the segments only if the list still has them, and the lease is held.
 */
export async function mergeNext(parts: MergeParts): Promise<boolean> {
  const { db, signal, renewEveryMs: everyMs } = parts
  const lease = await takeLease(db)
  if (!lease) return false
  await whileRenewed(db, lease, { signal, everyMs }, () => mergeUnder(parts, lease))
  return true
}

async function mergeUnder(parts: MergeParts, lease: MergeLease): Promise<void> {
  const { organization } = lease
  const list = await readList(parts.db, organization)
  const run = runToMerge(list.segments) ?? (await runOfDepartedPages(parts, organization, list.segments))
  const sources = run ? list.segments.slice(run.from, run.from + run.count) : []
  const segments = await segmentsOf(parts, organization, sources)
  if (sources.length > 0 && segments) await mergeRun(parts, lease, { list, sources, segments })
  else await endLease(parts.db, lease, async (_, left) => (segments ? left : undefined))
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

async function mergeRun({ db, merge }: MergeParts, lease: MergeLease, { list, sources, segments }: Merging) {
  const { organization } = lease
  const hashes = sources.map(({ hash }) => hash)
  const oldest = list.segments[0] === sources[0]
  // The list was read before the rows: a space that arrives between the two reads is in neither.
  const departed = await findDepartedSpaces(db, organization, spacesOf(segments))
  const clearing = departed.length > 0 ? [buildSegment([], { cleared: departed })] : []
  const made = await nameSegment(await merge([...segments.map((segment) => segment.bytes), ...clearing], { oldest }))
  if (!(await renewLease(db, lease))) return
  await storeSegment(db, organization, made)
  const merged = { hash: made.hash, bytes: made.bytes.length, documents: openSegment(made.bytes).documents }
  await endLease(db, lease, async (transaction, now) => {
    const from = positionOf(now, hashes)
    if (from < 0 || (oldest && from > 0)) return undefined
    await touchSegments(transaction, organization, [...hashes, merged.hash])
    // Without `of`, views that count pages of departed spaces are built again from nothing.
    const listed = departed.length > 0 ? merged : { ...merged, of: hashes }
    const left = now.toSpliced(from, hashes.length, listed)
    await writeList(transaction, organization, left)
    return left
  })
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
