import { Overtaken } from '@quire/kit'
import { forgettingSpace, type IndexedState, type SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import { keepPhrases } from '../related/rows.ts'
import { wantVectors } from '../vectors/wanting.ts'
import type { Feed, FeedSlice } from './feed.ts'
import { forgetPages, keepPages, learnPhrases, readPages } from './pages.ts'
import { noteProgress, type QueuedSpace, startOver, stateOf, whileTaken } from './queue.ts'

/** What became of a space that was taken: there is more to do, it is as wanted, or it is gone. */
type Outcome = 'more' | 'indexed' | 'dropped'

/** Where slices come from and go to, and who reads their texts. */
interface SliceParts {
  sql: Sql
  index: SearchIndex
  feed: Feed
  parser: TextParser
}

/**
 * Reads the next slice of a space into the index. The words, what answers show, and the progress come together. While
 * content is asked, nothing is locked and no transaction is open.
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

/** A revision that was begun is read to its end; what was told since comes after it. */
function targetOf({ target, target_version, wanted_version, indexed_version }: QueuedSpace, wanted: string) {
  return target === null
    ? { target: wanted, version: wanted_version }
    : { target, version: target_version ?? indexed_version }
}

/** Content does not know a revision. Where it is the one to compare with, everything is read anew. */
async function beginAgain(sql: Sql, space: QueuedSpace, target: string): Promise<Outcome> {
  if (space.revision === null && space.target === null)
    throw new Error(`content has no revision ${target} of the space`)
  await startOver(sql, space)
  return 'more'
}

/** Throws Overtaken where another worker went on with the space meanwhile; then nothing of the slice is kept. */
async function apply(
  { index, parser }: SliceParts,
  space: QueuedSpace,
  { slice, target, to }: { slice: FeedSlice; target: string; to: IndexedState },
): Promise<void> {
  const { space_id: id, organization_id: organization, language } = space
  const changed = slice.changed.filter(({ unlisted }) => !unlisted)
  const listed = await readPages(parser, changed)
  const learnt = await learnPhrases(parser, changed, language)
  const gone = [...slice.removed, ...slice.changed.flatMap((page) => (page.unlisted ? [page.id] : []))]
  const isFirst = space.revision === null && space.target === null
  const versions = listed.map((page) => ({
    ...{ id: page.id, text: { ...page.text, document: target } },
    ...(language !== null && { language }),
  }))
  const pages = [...versions, ...(space.revision === null ? [] : gone.map((one) => ({ id: one })))]
  const { overtaken } = await index.apply({
    organization,
    spaces: [{ space: id, from: stateOf(space), to, pages }],
    async beside(db) {
      await forgetPages(db, id, isFirst ? undefined : gone)
      await keepPages(db, id, target, listed)
      await keepPhrases(db, { space: id, organization }, learnt)
      if (listed.length > 0) await wantVectors(db, id)
    },
  })
  if (overtaken) throw new Overtaken('Another worker went on with the space')
}

/** Takes a deleted space out of the index. It holds the space's lock, so that the space is not restored in between. */
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
    await forgetPages(transaction, spaceId)
    await transaction.deleteFrom('embedding_space').where('space_id', '=', spaceId).execute()
    await forgettingSpace(spaceId).execute(transaction)
    return 'dropped'
  })
}
