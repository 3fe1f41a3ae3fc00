import type { Sql } from '../database.ts'
import type { Target } from '../pages/resolve-target.ts'
import { emptyRoots, type Roots } from '../storage/revisions/revision-entries.ts'
import { findRevisions } from '../storage/revisions/revisions.ts'
import { type RevisionCaches, type Storage, sqlStorage } from '../storage/revisions/storage.ts'
import { yieldEvery } from '../storage/yield-every.ts'
import { addLinks, changeResources, deleteLinks, type LinkRow, removeLinks, type TargetCounts } from './link-rows.ts'
import { type LocationChange, locationChanges, resourceChanges, targetsAt } from './location-changes.ts'
import { type TargetParser, textTargets } from './text-targets.ts'

/** Dependencies of the collection of links. All of them outlive a request. */
export interface LinkDependencies {
  sql: Sql
  caches: RevisionCaches
  parser: TargetParser
  publicUrl: string
}

interface Collecting extends LinkDependencies {
  spaceId: string
  store: string
  storage: Storage
  before: Roots
  after: Roots
}

/** Upper bound on the rows that one statement writes. */
const rowsPerStatement = 2000

/** Thrown if more locations have changed than the caller allows. */
export class TooManyChanges extends Error {}

/**
 * Updates the links of a space from the revision of the last collection to the live revision. The cost grows with the
 * difference. Texts are parsed first, and their targets are stored; then the links change in one transaction under a
 * lock on the `link_space` row, so readers see the links of one revision. Throws TooManyChanges, before changing a
 * link, if more than `max` locations differ.
 */
export async function collectLinks(
  parts: LinkDependencies,
  spaceId: string,
  max = Number.POSITIVE_INFINITY,
): Promise<void> {
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
  const collecting = await beginCollection(parts, spaceId, space)
  if (!collecting) return
  let locations = 0
  for await (const changes of locationChanges(collecting.storage, collecting.before, collecting.after)) {
    locations += changes.length
    if (locations > max) throw new TooManyChanges(`The links of ${spaceId} differ at more than ${max} locations`)
    await textTargets(collecting, documentsOf(changes))
  }
  await sql.transaction().execute(async (transaction) => {
    const locked = await beginCollection({ ...parts, sql: transaction }, spaceId, space, true)
    if (locked) await collect(locked, space.revision)
  })
}

/** Returns the two revisions to compare; undefined if the links are up to date. */
async function beginCollection(
  parts: LinkDependencies,
  spaceId: string,
  { store, revision: live }: { store: string; revision: string },
  lock = false,
): Promise<(Collecting & { isFull: boolean }) | undefined> {
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
  return { ...parts, spaceId, store, storage, before: before ?? emptyRoots(), after, isFull: before === undefined }
}

/** Writes added and removed resources first, so that the status of each new link is known at once. */
async function collect(collecting: Collecting & { isFull: boolean }, live: string): Promise<void> {
  const { sql, spaceId, storage, before, after, publicUrl, isFull } = collecting
  if (isFull) await deleteLinks(sql, spaceId)
  const counts: TargetCounts = { total: 0, broken: 0, in_app: 0 }
  for await (const resources of resourceChanges(storage, before, after))
    counts.broken += await changeResources(sql, spaceId, resources)
  const write = async (rows: LinkRow[], change: typeof addLinks) => {
    for (let at = 0; at < rows.length; at += rowsPerStatement) {
      const some = await change(sql, spaceId, rows.slice(at, at + rowsPerStatement))
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
      total: isFull ? counts.total : row('total', '+', counts.total),
      broken: isFull ? counts.broken : row('broken', '+', counts.broken),
      in_app: isFull ? counts.in_app : row('in_app', '+', counts.in_app),
    }))
    .where('space_id', '=', spaceId)
    .execute()
}

/** Returns the links added and removed at changed locations. */
async function linkChanges(
  collecting: Collecting,
  changes: readonly LocationChange[],
): Promise<{ added: LinkRow[]; removed: LinkRow[] }> {
  const texts = await textTargets(collecting, documentsOf(changes))
  const turn = yieldEvery()
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

/** Returns the hashes of the texts of changed locations, before and after. */
export const documentsOf = (changes: readonly LocationChange[]): string[] =>
  changes.flatMap(({ before, after }) => [before.document, after.document].filter((hash) => hash !== null))
