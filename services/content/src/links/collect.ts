import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import { emptyRoots, type Roots } from '../revisions/entries.ts'
import { findRevisions } from '../revisions/revisions.ts'
import { type RevisionCaches, type Storage, sqlStorage } from '../revisions/storage.ts'
import type { Target } from '../targets/targets.ts'
import { inTurns } from '../turns.ts'
import { type LocationChange, locationChanges, resourceChanges, targetsAt } from './differences.ts'
import { addLinks, changeResources, forgetLinks, type LinkRow, removeLinks, type TargetCounts } from './rows.ts'
import { textTargets } from './texts.ts'

/** What links are collected with; none of it ends with a request. */
export interface LinkParts {
  sql: Sql
  caches: RevisionCaches
  parser: TextParser
  publicUrl: string
}

interface Collecting extends LinkParts {
  spaceId: string
  store: string
  storage: Storage
  before: Roots
  after: Roots
}

/** Rows that one statement writes at most. */
const rowsAtOnce = 2000

/** More places differ than were to be looked at. */
export class ManyPlaces extends Error {}

/**
 * Brings the links of a space from the revision that they are of to the live one: it costs what differs. Texts are read
 * before, and what is read is kept; the links change in one transaction under the lock of the space's row here, so whoever
 * reads them sees all links of one revision. Throws ManyPlaces, before it changes a link, where more than `most` places
 * differ.
 */
export async function collectLinks(parts: LinkParts, spaceId: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { sql } = parts
  const space = await sql
    .selectFrom('space')
    .select(['store', 'revision'])
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!space) return
  await sql
    .insertInto('link_space')
    .values({ space_id: spaceId, total: 0, broken: 0, in_app: 0 })
    .onConflict((known) => known.doNothing())
    .execute()
  const collecting = await begun(parts, spaceId, space)
  if (!collecting) return
  let places = 0
  for await (const changes of locationChanges(collecting.storage, collecting.before, collecting.after)) {
    places += changes.length
    if (places > most) throw new ManyPlaces(`The links of ${spaceId} differ at more than ${most} places`)
    await textTargets(collecting, documentsOf(changes))
  }
  await sql.transaction().execute(async (transaction) => {
    const locked = await begun({ ...parts, sql: transaction }, spaceId, space, true)
    if (locked) await collect(locked, space.revision)
  })
}

/** Where to begin; undefined where there is nothing to do. */
async function begun(
  parts: LinkParts,
  spaceId: string,
  { store, revision: live }: { store: string; revision: string },
  lock = false,
): Promise<(Collecting & { isAnew: boolean }) | undefined> {
  const { sql, caches, publicUrl } = parts
  const state = await sql
    .selectFrom('link_space')
    .select(['revision', 'public_url'])
    .where('space_id', '=', spaceId)
    .$if(lock, (select) => select.forNoKeyUpdate())
    .executeTakeFirst()
  if (!state || (state.revision === live && state.public_url === publicUrl)) return undefined
  const from = state.public_url === publicUrl ? state.revision : null
  const ids = from === null ? [live] : [from, live]
  const revisions = await findRevisions(sql, spaceId, ids, caches.revisions)
  const after = revisions.get(live)?.roots
  if (!after) return undefined
  const before = from === null ? undefined : revisions.get(from)?.roots
  const storage = sqlStorage(sql, store, caches)
  return { ...parts, spaceId, store, storage, before: before ?? emptyRoots(), after, isAnew: before === undefined }
}

/** First all that came and went: then each new link knows at once whether it is broken. */
async function collect(collecting: Collecting & { isAnew: boolean }, live: string): Promise<void> {
  const { sql, spaceId, storage, before, after, publicUrl, isAnew } = collecting
  if (isAnew) await forgetLinks(sql, spaceId)
  const counts: TargetCounts = { total: 0, broken: 0, in_app: 0 }
  for await (const resources of resourceChanges(storage, before, after))
    counts.broken += await changeResources(sql, spaceId, resources)
  const write = async (rows: LinkRow[], change: typeof addLinks) => {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = await change(sql, spaceId, rows.slice(at, at + rowsAtOnce))
      for (const name of ['total', 'broken', 'in_app'] as const) counts[name] += some[name]
    }
  }
  for await (const changes of locationChanges(storage, before, after)) {
    const { added, removed } = await linkChanges(collecting, changes)
    await write(added, addLinks)
    await write(removed, removeLinks)
  }
  await sql
    .updateTable('link_space')
    .set((row) => ({
      revision: live,
      public_url: publicUrl,
      total: isAnew ? counts.total : row('total', '+', counts.total),
      broken: isAnew ? counts.broken : row('broken', '+', counts.broken),
      in_app: isAnew ? counts.in_app : row('in_app', '+', counts.in_app),
    }))
    .where('space_id', '=', spaceId)
    .execute()
}

/** The links that came and went at some places. */
async function linkChanges(
  collecting: Collecting,
  changes: readonly LocationChange[],
): Promise<{ added: LinkRow[]; removed: LinkRow[] }> {
  const texts = await textTargets(collecting, documentsOf(changes))
  const turn = inTurns()
  const [added, removed]: [LinkRow[], LinkRow[]] = [[], []]
  for (const { location, ...sides } of changes) {
    await turn()
    const [was, is] = [sides.before, sides.after].map((side) => targetsAt(location, side, texts, collecting))
    const only = (some: Map<string, Target> = new Map(), others: Map<string, Target> = new Map()) =>
      [...some].filter(([key]) => !others.has(key)).map(([, target]) => ({ location, target }))
    added.push(...only(is, was))
    removed.push(...only(was, is))
  }
  return { added, removed }
}

/** The texts that are to be read for some changes. */
export const documentsOf = (changes: readonly LocationChange[]): string[] =>
  changes.flatMap(({ before, after }) => [before.document, after.document].filter((hash) => hash !== null))
