import { Overtaken } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { Feed, FeedSlice } from './feed.ts'
import { pageRows, removeOthers, removePages, writePages } from './pages.ts'
import { advance, type Progress, type QueuedSpace, startOver, whileTaken } from './queue.ts'
import type { PageRow } from './rows.ts'

/** What became of a space that was taken: there is more to do, it is as wanted, or it is gone. */
type Outcome = 'more' | 'indexed' | 'dropped'

const removedAtOnce = 500

/**
 * Reads the next slice of a space into the index. The pages and the progress commit together. While content is asked,
 * nothing is locked and no transaction is open.
 */
export function readSlice(parts: SliceParts, space: QueuedSpace, signal: AbortSignal): Promise<Outcome> {
  return whileTaken(parts.sql, space, () => read(parts, space, signal))
}

/** Where slices come from and go to, and who reads their texts. */
interface SliceParts {
  sql: Sql
  feed: Feed
  parser: TextParser
}

async function read({ sql, feed, parser }: SliceParts, space: QueuedSpace, signal: AbortSignal): Promise<Outcome> {
  const { space_id: spaceId, wanted, indexed, after_page: after } = space
  if (wanted === null) return drop(sql, spaceId)
  const { target, version } = targetOf(space, wanted)
  const slice = await feed.read(spaceId, { from: indexed, to: target, after, signal })
  if (!slice) return beginAgain(sql, space, target)
  const rows = await pageRows(
    parser,
    slice.changed.filter(({ unlisted }) => !unlisted),
  )
  await keep(sql, space, { ...slice, rows }, { target, version, after: slice.next })
  return slice.next === undefined ? 'indexed' : 'more'
}

/** A revision that was begun is read to its end; what was told since comes after it. */
function targetOf({ target, target_version, wanted_version }: QueuedSpace, wanted: string) {
  return target === null
    ? { target: wanted, version: wanted_version }
    : { target, version: target_version ?? wanted_version }
}

/** Content does not know a revision. Where it is the one to compare with, everything is read anew. */
async function beginAgain(sql: Sql, space: QueuedSpace, target: string): Promise<Outcome> {
  if (space.indexed === null && space.target === null) throw new Error(`content has no revision ${target} of the space`)
  await startOver(sql, space)
  return 'more'
}

async function keep(
  sql: Sql,
  space: QueuedSpace,
  { changed, removed, rows }: FeedSlice & { rows: PageRow[] },
  progress: Progress,
): Promise<void> {
  const { space_id: spaceId, indexed } = space
  const gone = [...removed, ...changed.flatMap(({ id, unlisted }) => (unlisted ? [id] : []))]
  await sql.transaction().execute(async (transaction) => {
    await removePages(transaction, spaceId, gone)
    await writePages(transaction, spaceId, progress.target, rows)
    // A space that is read from nothing may still have old pages in the index.
    if (progress.after === undefined && indexed === null) {
      while ((await removeOthers(transaction, spaceId, progress.target, removedAtOnce)) === removedAtOnce);
    }
    // Last, so that whoever tells of the space waits for no more than this statement.
    if (!(await advance(transaction, space, progress))) throw new Overtaken('Another worker went on with the space')
  })
}

/**
 * Takes some of a deleted space's pages out of the index, and the space with the last ones. It holds the space's lock,
 * so that the space is not restored in between.
 */
function drop(sql: Sql, spaceId: string): Promise<Outcome> {
  return sql.transaction().execute(async (transaction) => {
    const unwanted = await transaction
      .selectFrom('indexed_space')
      .select('space_id')
      .where('space_id', '=', spaceId)
      .where('wanted', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!unwanted) return 'more'
    if ((await removeOthers(transaction, spaceId, null, removedAtOnce)) === removedAtOnce) return 'more'
    await transaction.deleteFrom('indexed_space').where('space_id', '=', spaceId).execute()
    return 'dropped'
  })
}
