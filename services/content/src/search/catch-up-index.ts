import { setTimeout } from 'node:timers/promises'
import { defaultRetryPolicy, isContention, isOutage } from '@quire/kit'
import type { Applied, IndexedState, SearchIndex } from '@quire/search'
import { countFailure } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import type { Revision } from '../storage/revisions/revisions.ts'
import { findRevisions } from '../storage/revisions/revisions.ts'
import type { RevisionCaches } from '../storage/revisions/storage.ts'
import { sqlStorage } from '../storage/revisions/storage.ts'
import { nextSlice } from './page-slice.ts'
import type { SearchParser } from './page-versions.ts'
import { pageVersions } from './page-versions.ts'
import { readSearchableSpaces, type SpaceBehind } from './spaces-to-search.ts'

/** The dependencies of indexing; none of them is canceled with a request. */
interface IndexParts {
  sql: Sql
  caches: RevisionCaches
  index: SearchIndex
  parser: SearchParser
}

/** A step of indexing a space: some of the pages that differ between a revision and the live one. */
interface IndexStep {
  /** The roots to compare with the live ones. */
  roots: Revision['roots']
  /** The page behind which the step begins. */
  after: string | undefined
  /** Removes everything that is indexed of the space. */
  isRebuild: boolean
  /** Returns the state when only pages behind `next` are left, or none; undefined if the step must not leave any. */
  reached(next: string | undefined): IndexedState | undefined
}

/**
 * Pages that may have changed since the target of an unfinished indexing; with more, the space is indexed from the
 * start.
 */
const maxMovedPages = 1000

/** The longest time that a search waits for the index of content that just became live. */
const timeoutMs = 2000
const pagesAtOnce = 1000
/** Spaces that one search catches up with; the job indexes the others. */
const maxSpaces = 20

/** Indexes some pages of a space; in this process at most one call per space runs at a time. */
export type SpaceIndexer = (space: SpaceBehind, limit: number) => Promise<void>

/** The indexing in progress, by space; other callers wait for it, even callers with other connections. */
export type IndexingInProgress = Map<string, Promise<void>>

export function createSpaceIndexer(parts: IndexParts, inProgress: IndexingInProgress = new Map()): SpaceIndexer {
  return (space, limit) => {
    const known = inProgress.get(space.id)
    if (known) return known
    const work = indexSpace(parts, space, limit).finally(() => inProgress.delete(space.id))
    inProgress.set(space.id, work)
    return work
  }
}

/** Counts a failure against the space, unless the database is unavailable or the service stops. */
async function indexSpace(parts: IndexParts, space: SpaceBehind, limit: number): Promise<void> {
  try {
    await advance(parts, space, limit)
  } catch (error) {
    if (isOutage(error) || isContention(error) || Object(error).name === 'AbortError') throw error
    await countFailure(parts.sql, space, error, defaultRetryPolicy)
  }
}

/**
 * Indexes the live content of spaces that a search found behind, and returns the resulting version of the
 * organization's index. Waits for `timeoutMs` at most, not for spaces that failed, and not for a database that takes no
 * writes; then the search uses what is indexed, and its answer says so.
 */
export async function catchUpIndex(
  { sql, indexIsBehind }: { sql: Sql; indexIsBehind: () => void },
  indexer: SpaceIndexer,
  organization: string,
  { version, behind }: { version: string; behind: readonly SpaceBehind[] },
): Promise<string> {
  if (behind.length === 0) return version
  const end = new AbortController()
  const timeout = setTimeout(timeoutMs, undefined, { signal: end.signal }).catch(() => undefined)
  const indexing = indexAll(sql, indexer, organization, behind, end.signal).catch((error) => {
    if (!isOutage(error) && !isContention(error)) throw error
  })
  await Promise.race([timeout, indexing]).finally(() => end.abort())
  const ids = behind.map(({ id }) => id)
  const now = await readSearchableSpaces(sql, organization, raw`(select unnest(${ids}::text[]))`)
  if (now.behind.length > 0) indexIsBehind()
  return now.version
}

async function indexAll(
  sql: IndexParts['sql'],
  indexer: SpaceIndexer,
  organization: string,
  behind: readonly SpaceBehind[],
  signal: AbortSignal,
): Promise<void> {
  let left = behind.filter(({ attempts }) => attempts === 0).slice(0, maxSpaces)
  while (left.length > 0 && !signal.aborted) {
    for (const space of left) if (!signal.aborted) await indexer(space, pagesAtOnce)
    const ids = left.map(({ id }) => id)
    const now = await readSearchableSpaces(sql, organization, raw`(select unnest(${ids}::text[]))`)
    left = now.behind.filter(({ attempts }) => attempts === 0)
  }
}

/** Indexes at most `limit` pages of a space whose index is behind. */
async function advance(parts: IndexParts, space: SpaceBehind, limit: number): Promise<Applied> {
  const { sql, caches, index, parser } = parts
  const { revision, target } = space.state ?? { revision: null, target: null }
  const wanted = [revision, target, space.revision].filter((id) => id !== null)
  const revisions = await findRevisions(sql, space.id, wanted)
  const live = revisions.get(space.revision)
  if (!live) return { overtaken: [space.id] }
  const storage = sqlStorage(sql, space.store, caches)
  const slice = (step: IndexStep, max: number) =>
    nextSlice(sql, { storage, store: space.store }, [step.roots, live.roots], { after: step.after, limit: max })
  for (const step of stepsOf(space, revisions)) {
    const moved = target !== null && target !== space.revision && !step.isRebuild
    const { pages, next } = await slice(step, moved ? maxMovedPages : limit)
    const to = step.reached(next)
    if (!to) continue
    const versions = await pageVersions({ sql, parser }, space, pages)
    const change = { space: space.id, from: space.state ?? undefined, to, fromNothing: step.isRebuild, pages: versions }
    return index.apply({ organization: space.organization, spaces: [change] })
  }
  return { overtaken: [space.id] }
}

/** Returns the possible next steps, the cheapest first. */
function stepsOf({ state, revision: live }: SpaceBehind, revisions: ReadonlyMap<string, Revision>): IndexStep[] {
  const done: IndexedState = { revision: live, target: null, afterPage: null }
  const towards = (revision: string | null) => (next: string | undefined) =>
    next === undefined ? done : { revision, target: live, afterPage: next }
  const rebuild: IndexStep = { roots: emptyRoots(), after: undefined, isRebuild: true, reached: towards(null) }
  if (!state) return [rebuild]
  const { revision, target, afterPage } = state
  const base = revision === null ? emptyRoots() : revisions.get(revision)?.roots
  const targeted = target === null ? undefined : revisions.get(target)?.roots
  if (!base || (target !== null && !targeted)) return [rebuild]
  if (!targeted) return [{ roots: base, after: undefined, isRebuild: revision === null, reached: towards(revision) }]
  if (target === live)
    return [{ roots: base, after: afterPage ?? undefined, isRebuild: false, reached: towards(revision) }]
  // First index the pages that changed since: then those up to `afterPage` are live, and the rest continues from there.
  const moved = (next: string | undefined) => (next === undefined ? { revision, target: live, afterPage } : undefined)
  return [{ roots: targeted, after: undefined, isRebuild: false, reached: moved }, rebuild]
}
