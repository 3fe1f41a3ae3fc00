import { type QueryExecutorProvider, sql } from 'kysely'
import { indexVersion } from './index-version.ts'
import { type ListedSegment, runToMerge } from './segment-list.ts'

/** The segments of an organization. Each change of the list increases the version (`indexVersion`). */
export interface SegmentList {
  version: string
  segments: ListedSegment[]
}

const version = indexVersion(sql`search_index.version`)

/** Reads the list, which is empty if nothing was indexed yet. */
export async function readList(db: QueryExecutorProvider, organization: string): Promise<SegmentList> {
  const { rows } = await sql<SegmentList>`
    select ${version} as version, coalesce(segments, '[]') as segments
    from (values (${organization})) asked (id)
    left join search_index on organization_id = asked.id`.execute(db)
  return rows[0] ?? { version: '', segments: [] }
}

/** Reads the list and locks it until the transaction ends: this serializes all changes of an organization's index. */
export async function lockList(db: QueryExecutorProvider, organization: string): Promise<SegmentList> {
  const { rows } = await sql<SegmentList>`
    insert into search_index (organization_id) values (${organization})
    on conflict (organization_id) do update set version = search_index.version
    returning ${version} as version, segments`.execute(db)
  const [list] = rows
  if (!list) throw new Error('The list of an index was neither made nor found.')
  return list
}

/** Replaces the segments, in the transaction that locked the list; returns the new version. */
export async function writeList(
  db: QueryExecutorProvider,
  organization: string,
  segments: readonly ListedSegment[],
): Promise<string> {
  // A merge that is due already stays so from then: a later time would request another one.
  const due = runToMerge(segments) ? sql`coalesce(merge_at, now())` : sql`merge_at`
  const { rows } = await sql<{ version: string }>`
    update search_index set version = version + 1, segments = ${JSON.stringify(segments)}::jsonb, merge_at = ${due}
    where organization_id = ${organization} returning ${version} as version`.execute(db)
  return rows[0]?.version ?? ''
}
