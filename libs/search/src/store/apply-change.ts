import type { QueryExecutorProvider } from 'kysely'
import type { PageVersion } from '../segment/page-version.ts'
import { openSegment } from '../segment/segment.ts'
import type { IndexDatabase } from './index-database.ts'
import { advanceSpaces, findOvertaken, startsFromNothing } from './indexed-spaces.ts'
import type { Applied, IndexChange } from './search-index.ts'
import { lockList, writeList } from './stored-list.ts'
import { type NewSegment, nameSegment, storeSegment, touchSegments } from './stored-segments.ts'

/** Builds the bytes of a segment, in this thread or another. */
export type Build = (
  pages: readonly PageVersion[],
  options: { cleared: readonly string[] },
) => Uint8Array | Promise<Uint8Array>

/**
 * Adds a segment of the changed pages and advances the states of their spaces, in one short transaction. The segment is
 * written before the transaction: a kill in between leaves at most a segment that no list names.
 */
export async function applyChange(db: IndexDatabase, build: Build, change: IndexChange): Promise<Applied> {
  const { organization, spaces, beside } = change
  const bytes = await segmentOf(build, change)
  const segment = bytes && (await nameSegment(bytes))
  if (segment) await storeSegment(db, organization, segment)
  const applying = db.transaction().execute(async (transaction) => {
    // Runs before the list is locked, since it may take long.
    await beside?.(transaction)
    const list = await lockList(transaction, organization)
    const others = await findOvertaken(transaction, organization, spaces)
    if (others.length > 0) throw new SpacesOvertaken(others)
    await advanceSpaces(transaction, organization, spaces)
    if (!segment) return { version: list.version }
    return { version: await appendSegment(transaction, organization, list.segments, segment) }
  })
  return applying.catch((error) => {
    if (error instanceof SpacesOvertaken) return { overtaken: error.spaces }
    throw error
  })
}

/** Thrown to roll back the transaction of a change whose spaces were overtaken. */
class SpacesOvertaken extends Error {
  readonly spaces: string[]

  constructor(spaces: string[]) {
    super('Others advanced these spaces.')
    this.spaces = spaces
  }
}

async function segmentOf(build: Build, { spaces }: IndexChange): Promise<Uint8Array | undefined> {
  const pages = spaces.flatMap(({ space, pages: changed }) => changed.map((page) => ({ ...page, space })))
  const cleared = spaces.filter(startsFromNothing).map(({ space }) => space)
  return pages.length + cleared.length === 0 ? undefined : build(pages, { cleared })
}

async function appendSegment(
  db: QueryExecutorProvider,
  organization: string,
  segments: Parameters<typeof writeList>[2],
  segment: NewSegment,
): Promise<string> {
  const { hash, bytes } = segment
  // After a long wait, a sweep may have deleted the segment.
  if ((await touchSegments(db, organization, [hash])) === 0) await storeSegment(db, organization, segment)
  const { documents } = openSegment(bytes)
  return writeList(db, organization, [...segments, { hash, bytes: bytes.length, documents }])
}
