import { Overtaken } from '@quire/kit'
import { deletionOfSpace, type IndexedState, type SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import { storePhrases } from '../related/phrase-table.ts'
import type { QueuedSpace } from '../tables/indexing.tables.ts'
import { requestVectors } from '../vectors/vector-usage.ts'
import { type Feed, FeedFailure, type FeedSlice } from './feed.ts'
import { noteProgress, startOver, stateOf, whileTaken } from './queue.ts'
import { deletePages, type IndexingParser, learnPhrases, readPages, storePages } from './store-pages.ts'

/**
 * The result of work on a space: more slices wait, the wanted revision is indexed, or the deleted space was dropped.
 */
type Outcome = 'more' | 'indexed' | 'dropped'

/** The source of slices, their destination, and the parser of their texts. */
interface SliceParts {
  sql: Sql
  index: SearchIndex
  feed: Feed
  parser: IndexingParser
}

/**
 * Reads the next slice of a space into the index. Index, stored pages and progress change in one transaction. During
 * the request to content, nothing is locked and no transaction is open.
 */
export function readSlice(parts: SliceParts, space: QueuedSpace, signal: AbortSignal): Promise<Outcome> {
  return whileTaken(parts.sql, space, () => read(parts, space, signal))
}

async function read(parts: SliceParts, space: QueuedSpace, signal: AbortSignal): Promise<Outcome> {
  const { sql, feed } = parts
  const { space_id: spaceId, wanted, revision, after_page: after } = space
  if (wanted === null) return drop(sql, spaceId)
  const { target, version } = targetOf(space, wanted)
  const slice = await feed.read(spaceId, { from: revision, to: target, after, signal })
  if (!slice) return beginAgain(sql, space, target)
  const to =
    slice.next === undefined
      ? { revision: target, target: null, afterPage: null }
      : { revision, target, afterPage: slice.next }
  await apply(parts, space, { slice, target, to })
  await noteProgress(sql, space, to, version)
  return slice.next === undefined ? 'indexed' : 'more'
}

/** Continues a revision that was begun to its end; revisions that were announced since come after it. */
function targetOf({ target, target_version, wanted_version, indexed_version }: QueuedSpace, wanted: string) {
  return target === null
    ? { target: wanted, version: wanted_version }
    : { target, version: target_version ?? indexed_version }
}

/** Handles a revision that content does not know. If it may be the one to compare with, everything is read again. */
async function beginAgain(sql: Sql, space: QueuedSpace, target: string): Promise<Outcome> {
  if (space.revision === null && space.target === null)
    throw new FeedFailure('unknown revision', `content has no revision ${target} of the space`)
  await startOver(sql, space)
  return 'more'
}

/** Throws Overtaken if another worker continued with the space meanwhile; then nothing of the slice is stored. */
async function apply(
  { index, parser }: SliceParts,
  space: QueuedSpace,
  { slice, target, to }: { slice: FeedSlice; target: string; to: IndexedState },
): Promise<void> {
  const { space_id: id, organization_id: organization, language } = space
  const changed = slice.changed.filter(({ unlisted }) => !unlisted)
  const listed = await readPages(parser, changed)
  const learnt = await learnPhrases(parser, changed, language)
  const removed = [...slice.removed, ...slice.changed.flatMap((page) => (page.unlisted ? [page.id] : []))]
  const isFirst = space.revision === null && space.target === null
  const versions = listed.map((page) => ({
    ...{ id: page.id, text: { ...page.text, document: target } },
    ...(language !== null && { language }),
  }))
  const pages = [...versions, ...(space.revision === null ? [] : removed.map((one) => ({ id: one })))]
  const { overtaken } = await index.apply({
    organization,
    spaces: [{ space: id, from: stateOf(space), to, pages }],
    async beside(db) {
      await deletePages(db, id, isFirst ? undefined : removed)
      await storePages(db, id, target, listed)
      await storePhrases(db, { space: id, organization }, learnt)
      if (listed.length > 0) await requestVectors(db, id)
    },
  })
  if (overtaken) throw new Overtaken('Another worker went on with the space')
}

/**
 * Removes a deleted space from the index. Holds the lock of the space's row, so that the space is not restored
 * meanwhile.
 */
function drop(sql: Sql, spaceId: string): Promise<Outcome> {
  return sql.transaction().execute(async (transaction) => {
    const unwanted = await transaction
      .selectFrom('search_space')
      .select('space_id')
      .where('space_id', '=', spaceId)
      .where('wanted', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!unwanted) return 'more'
    await deletePages(transaction, spaceId)
    await transaction.deleteFrom('embedding_space').where('space_id', '=', spaceId).execute()
    await deletionOfSpace(spaceId).execute(transaction)
    return 'dropped'
  })
}
