import type { Applied, IndexedState, SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import { findRevisions, type Revision } from '../storage/revisions/revisions.ts'
import { type RevisionCaches, sqlStorage } from '../storage/revisions/storage.ts'
import { nextSlice } from './page-slice.ts'
import { pageVersions, type SearchParser } from './page-versions.ts'
import type { SpaceBehind } from './spaces-to-search.ts'

/** The dependencies of indexing; none of them is canceled with a request. */
export interface IndexParts {
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

/** Indexes at most `limit` pages of a space whose index is behind. */
export async function advance(parts: IndexParts, space: SpaceBehind, limit: number): Promise<Applied> {
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
