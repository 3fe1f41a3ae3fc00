import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import { SegmentError } from '../segment/layout.ts'
import { openSegment, type Segment } from '../segment/segment.ts'
import type { ListedSegment } from './segment-list.ts'

/** A segment on its way to a list. */
export interface NewSegment {
  hash: string
  bytes: Uint8Array
}

/** About 2 ms. */
const hashedAtOnce = 2 ** 21

/** The segment of these bytes with its name; others have their turns while many bytes are hashed. */
export async function named(bytes: Uint8Array): Promise<NewSegment> {
  const digest = createHash('sha256')
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    if (from > 0) await setImmediate()
    digest.update(bytes.subarray(from, from + hashedAtOnce))
  }
  return { hash: digest.digest('hex'), bytes }
}

/** Keeps the bytes; nothing leads to them until a list does. */
export async function keepSegment(
  db: QueryExecutorProvider,
  organization: string,
  { hash, bytes }: NewSegment,
): Promise<void> {
  // Bytes of this name that are there already may be damaged.
  await sql`
    insert into search_segment (organization_id, hash, bytes)
    values (${organization}, ${hash}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)})
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

/** The driver gets bytes as text, which blocks while it is decoded: base64 is the fastest one. */
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
    for (const { hash, start, text } of await readParts(db, organization, parts)) {
      const bytes = Buffer.from(text, 'base64')
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
  const { rows } = await sql<{ hash: string; start: number; text: string }>`
    select hash, start, encode(substring(bytes from start + 1 for size), 'base64') as text
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
