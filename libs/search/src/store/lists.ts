import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type ListedSegment, runToMerge } from './segment-list.ts'

/** The segments of an organization; the version rises with each change of the list. */
export interface SegmentList {
  version: number
  segments: ListedSegment[]
}

const columns = sql`version::float8 as version, segments`

/** Where nothing was indexed yet: an empty list of version 0. */
export async function readList(db: QueryExecutorProvider, organization: string): Promise<SegmentList> {
  const { rows } = await sql<SegmentList>`
    select ${columns} from search_index where organization_id = ${organization}`.execute(db)
  return rows[0] ?? { version: 0, segments: [] }
}

/** The list, locked until the transaction ends: all changes of an organization's index take turns here. */
export async function lockList(db: QueryExecutorProvider, organization: string): Promise<SegmentList> {
  const { rows } = await sql<SegmentList>`
    insert into search_index (organization_id) values (${organization})
    on conflict (organization_id) do update set version = search_index.version
    returning ${columns}`.execute(db)
  const [list] = rows
  if (!list) throw new Error('The list of an index was neither made nor found.')
  return list
}

/**
 * Puts other segments in place, in the transaction that locked the list; answers the new version. A merge gives back its
 * `lease`. What others asked for meanwhile stays asked for: they may want the pages of a space to be gone.
 */
export async function writeList(
  db: QueryExecutorProvider,
  organization: string,
  segments: readonly ListedSegment[],
  lease?: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update search_index set version = version + 1, segments = ${JSON.stringify(segments)}::jsonb,
      merge_at = ${mergeAtOf(segments, lease)}
    where organization_id = ${organization} returning version::float8 as version`.execute(db)
  return rows[0]?.version ?? 0
}

/** From when on some of these are merged, where `lease` ends with the statement. */
export function mergeAtOf(segments: readonly ListedSegment[], lease?: string): RawBuilder<unknown> {
  if (runToMerge(segments)) return sql`now()`
  return lease === undefined ? sql`merge_at` : sql`nullif(merge_at, ${lease}::timestamptz)`
}
