import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { SegmentError } from '../segment/layout.ts'
import { openSegment, type Segment } from '../segment/segment.ts'
import type { ListedSegment } from './segment-list.ts'

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Keeps the bytes; nothing leads to them until a list does. */
export async function keepSegment(db: QueryExecutorProvider, organization: string, bytes: Uint8Array): Promise<void> {
  // Bytes of this name that are there already may be damaged.
  await sql`
    insert into search_segment (organization_id, hash, bytes)
    values (${organization}, ${hashOf(bytes)}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)})
    on conflict (organization_id, hash) do update set bytes = excluded.bytes, listed_at = now()`.execute(db)
}

/**
 * Notes that segments come onto a list or leave it, in that transaction: no sweep takes them for some minutes. Answers
 * how many there are.
 */
export async function touchSegments(
  db: QueryExecutorProvider,
  organization: string,
  hashes: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update search_segment set listed_at = now()
    where organization_id = ${organization} and hash = any(${[...hashes]})`.execute(db)
  return Number(numAffectedRows)
}

/** PostgreSQL sends bytes as text, which blocks while it is decoded: about 3 ms for a part. */
const partBytes = 512 * 1024

interface Part {
  hash: string
  start: number
  size: number
}

/** The segments by their hashes; undefined where one is missing, is not what its hash says, or is no segment. */
export async function loadSegments(
  db: QueryExecutorProvider,
  organization: string,
  listed: readonly ListedSegment[],
): Promise<Map<string, Segment | undefined>> {
  const buffers = new Map(listed.map(({ hash, bytes }) => [hash, new Uint8Array(new SharedArrayBuffer(bytes))]))
  const digests = new Map(listed.map(({ hash }) => [hash, createHash('sha256')]))
  for (const parts of readsOf(listed)) {
    for (const { hash, start, bytes } of await readParts(db, organization, parts)) {
      digests.get(hash)?.update(bytes)
      buffers.get(hash)?.set(bytes, start)
    }
  }
  return new Map(
    [...buffers].map(([hash, bytes]) => [hash, digests.get(hash)?.digest('hex') === hash ? opened(bytes) : undefined]),
  )
}

/** Parts of about one size together; those of a segment in order. */
function readsOf(listed: readonly ListedSegment[]): Part[][] {
  const reads: Part[][] = []
  let room = 0
  for (const { hash, bytes } of new Map(listed.map((segment) => [segment.hash, segment])).values()) {
    for (let start = 0; start < bytes; ) {
      if (room <= 0) {
        reads.push([])
        room = partBytes
      }
      const size = Math.min(room, bytes - start)
      reads.at(-1)?.push({ hash, start, size })
      start += size
      room -= size
    }
  }
  return reads
}

/** Of bytes that are longer or shorter than listed only what fits: the hash tells them. */
async function readParts(db: QueryExecutorProvider, organization: string, parts: readonly Part[]) {
  const { rows } = await sql<{ hash: string; start: number; bytes: Buffer }>`
    select hash, start, substring(bytes from start + 1 for size) as bytes
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part(hash text, start int, size int)
    join search_segment using (hash)
    where organization_id = ${organization}
    order by hash, start`.execute(db)
  return rows
}

function opened(bytes: Uint8Array): Segment | undefined {
  try {
    return openSegment(bytes)
  } catch (error) {
    if (error instanceof SegmentError) return undefined
    throw error
  }
}
