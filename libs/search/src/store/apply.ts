import type { QueryExecutorProvider } from 'kysely'
import type { PageVersion } from '../segment/pages.ts'
import { openSegment } from '../segment/segment.ts'
import type { IndexDatabase } from './database.ts'
import { isNew, moveOn, overtaken } from './indexed-spaces.ts'
import { lockList, writeList } from './lists.ts'
import type { Applied, IndexChange } from './search-index.ts'
import { keepSegment, type NewSegment, named, touchSegments } from './stored-segments.ts'

/** Makes the bytes of a segment, here or in another thread. */
export type Build = (
  pages: readonly PageVersion[],
  options: { cleared: readonly string[] },
) => Uint8Array | Promise<Uint8Array>

/**
 * Adds a segment of the changed pages and moves the states of their spaces on, in one short transaction; the segment
 * itself is written before it. A kill in between leaves at most a segment that no list names.
 */
export async function applyChange(db: IndexDatabase, build: Build, change: IndexChange): Promise<Applied> {
  const { organization, spaces, beside } = change
  const bytes = await segmentOf(build, change)
  const segment = bytes && (await named(bytes))
  if (segment) await keepSegment(db, organization, segment)
  const applying = db.transaction().execute(async (transaction) => {
    // Before the list is locked: it may be much.
    await beside?.(transaction)
    const list = await lockList(transaction, organization)
    const others = await overtaken(transaction, organization, spaces)
    if (others.length > 0) throw new TooLate(others)
    await moveOn(transaction, organization, spaces)
    if (!segment) return { version: list.version }
    return { version: await append(transaction, organization, list.segments, segment) }
  })
  return applying.catch((error) => {
    if (error instanceof TooLate) return { overtaken: error.spaces }
    throw error
  })
}

/** Rolls back what was written beside the change. */
class TooLate extends Error {
  readonly spaces: string[]

  constructor(spaces: string[]) {
    super('Others brought these spaces on.')
    this.spaces = spaces
  }
}

async function segmentOf(build: Build, { spaces }: IndexChange): Promise<Uint8Array | undefined> {
  const pages = spaces.flatMap(({ space, pages: changed }) => changed.map((page) => ({ ...page, space })))
  const cleared = spaces.filter(isNew).map(({ space }) => space)
  return pages.length + cleared.length === 0 ? undefined : build(pages, { cleared })
}

async function append(
  db: QueryExecutorProvider,
  organization: string,
  segments: Parameters<typeof writeList>[2],
  segment: NewSegment,
): Promise<number> {
  const { hash, bytes } = segment
  // After a long wait a sweep may have taken it.
  if ((await touchSegments(db, organization, [hash])) === 0) await keepSegment(db, organization, segment)
  const { documents } = openSegment(bytes)
  return writeList(db, organization, [...segments, { hash, bytes: bytes.length, documents }])
}
