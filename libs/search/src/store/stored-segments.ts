import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { openSegment, type Segment } from '../segment/segment.ts'
import { SegmentError } from '../segment/segment-layout.ts'
import type { ListedSegment } from './segment-list.ts'

/** A segment that no list has yet. */
export interface NewSegment {
  hash: string
  bytes: Uint8Array
}

/** Bytes that are hashed before other work gets a turn, in about 2 ms. */
const hashChunkBytes = 2 ** 21

/** Returns a segment with its hash. Other work gets turns while many bytes are hashed. */
export async function nameSegment(bytes: Uint8Array): Promise<NewSegment> {
  const digest = createHash('sha256')
  for (let from = 0; from < bytes.length; from += hashChunkBytes) {
    if (from > 0) await setImmediate()
    digest.update(bytes.subarray(from, from + hashChunkBytes))
  }
  return { hash: digest.digest('hex'), bytes }
}

/** Stores the bytes of a segment; no search uses them until a list names the segment. */
export async function storeSegment(
  db: QueryExecutorProvider,
  organization: string,
  { hash, bytes }: NewSegment,
): Promise<void> {
  // Overwrites: existing bytes with this hash may be damaged.
  await sql`
    insert into search_segment (organization_id, hash, bytes)
    values (${organization}, ${hash}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)})
    on conflict (organization_id, hash) do update set bytes = excluded.bytes, listed_at = now()`.execute(db)
}

/**
 * Records, in the same transaction, that segments are added to a list or removed from it: no sweep deletes them for
 * some minutes. Returns the number of segments that exist.
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

/** Bytes per read. The driver gets bytes as text, and decoding blocks; base64 is the fastest encoding. */
const partBytes = 512 * 1024

interface Part {
  hash: string
  start: number
  size: number
}

/**
 * Loads segments by their hashes; a segment is undefined if it is missing, does not match its hash, or is malformed.
 */
export async function loadSegments(
  db: QueryExecutorProvider,
  organization: string,
  listed: readonly ListedSegment[],
): Promise<Map<string, Segment | undefined>> {
  const buffers = new Map(listed.map(({ hash, bytes }) => [hash, new Uint8Array(new SharedArrayBuffer(bytes))]))
  const digests = new Map(listed.map(({ hash }) => [hash, createHash('sha256')]))
  for (const parts of readsOf(listed)) {
    for (const { hash, start, text } of await readParts(db, organization, parts)) {
      const bytes = Buffer.from(text, 'base64')
      digests.get(hash)?.update(bytes)
      buffers.get(hash)?.set(bytes, start)
    }
  }
  return new Map(
    [...buffers].map(([hash, bytes]) => [
      hash,
      digests.get(hash)?.digest('hex') === hash ? openOrUndefined(bytes) : undefined,
    ]),
  )
}

/** Groups the parts of segments into reads of about equal size; the parts of a segment stay in order. */
function readsOf(listed: readonly ListedSegment[]): Part[][] {
  const reads: Part[][] = []
  let space = 0
  for (const { hash, bytes } of new Map(listed.map((segment) => [segment.hash, segment])).values()) {
    for (let start = 0; start < bytes; ) {
      if (space <= 0) {
        reads.push([])
        space = partBytes
      }
      const size = Math.min(space, bytes - start)
      reads.at(-1)?.push({ hash, start, size })
      start += size
      space -= size
    }
  }
  return reads
}

/** Reads parts. Bytes that are longer or shorter than listed are cut or incomplete, which the hash reveals. */
async function readParts(db: QueryExecutorProvider, organization: string, parts: readonly Part[]) {
  const { rows } = await sql<{ hash: string; start: number; text: string }>`
    select hash, start, encode(substring(bytes from start + 1 for size), 'base64') as text
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part(hash text, start int, size int)
    join search_segment using (hash)
    where organization_id = ${organization}
    order by hash, start`.execute(db)
  return rows
}

function openOrUndefined(bytes: Uint8Array): Segment | undefined {
  try {
    return openSegment(bytes)
  } catch (error) {
    if (error instanceof SegmentError) return undefined
    throw error
  }
}
