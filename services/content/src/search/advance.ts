import type { Applied, IndexedState, SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import { nextSlice } from '../feed/slice.ts'
import type { TextParser } from '../parsing.ts'
import { emptyRoots } from '../revisions/entries.ts'
import { findRevisions, type Revision } from '../revisions/revisions.ts'
import { type RevisionCaches, sqlStorage } from '../revisions/storage.ts'
import { pageVersions } from './page-versions.ts'
import type { SpaceBehind } from './searchable.ts'

/** What indexing works with; none of it ends with a request. */
export interface IndexParts {
  sql: Sql
  caches: RevisionCaches
  index: SearchIndex
  parser: TextParser
}

/** The next step of a space: the pages that differ between two revisions behind a page, and where that leads. */
interface IndexStep {
  roots: Revision['roots']
  after: string | undefined
  /** All older pages of the space go. */
  anew: boolean
  /** The state once all pages behind `next` are left; undefined: none are left. */
  reached(next: string | undefined): IndexedState | undefined
}

/** Of an import that comes while another one is indexed so many pages at least are looked at together. */
const movedAtOnce = 1000

/** Indexes some pages of a space that is behind, at most `limit`. */
export async function advance(parts: IndexParts, space: SpaceBehind, limit: number): Promise<Applied> {
  const { sql, caches, index, parser } = parts
  const { revision, target } = space.state ?? { revision: null, target: null }
  const wanted = [revision, target, space.revision].filter((id) => id !== null)
  const revisions = await findRevisions(sql, space.id, wanted)
  const live = revisions.get(space.revision)
  if (!live) return { overtaken: [space.id] }
  const storage = sqlStorage(sql, space.store, caches)
  const slice = (step: IndexStep, most: number) =>
    nextSlice(sql, { storage, store: space.store }, [step.roots, live.roots], { after: step.after, limit: most })
  for (const step of stepsOf(space, revisions)) {
    const moved = target !== null && target !== space.revision && !step.anew
    const { pages, next } = await slice(step, moved ? movedAtOnce : limit)
    const to = step.reached(next)
    if (!to) continue
    const versions = await pageVersions({ sql, parser }, space, pages)
    const change = { space: space.id, from: space.state ?? undefined, to, anew: step.anew, pages: versions }
    return index.apply({ organization: space.organization, spaces: [change] })
  }
  return { overtaken: [space.id] }
}

/** What may come next, the cheapest first. */
function stepsOf({ state, revision: live }: SpaceBehind, revisions: ReadonlyMap<string, Revision>): IndexStep[] {
  const done: IndexedState = { revision: live, target: null, afterPage: null }
  const towards = (revision: string | null) => (next: string | undefined) =>
    next === undefined ? done : { revision, target: live, afterPage: next }
  const anew: IndexStep = { roots: emptyRoots(), after: undefined, anew: true, reached: towards(null) }
  if (!state) return [anew]
  const { revision, target, afterPage } = state
  const base = revision === null ? emptyRoots() : revisions.get(revision)?.roots
  const targeted = target === null ? undefined : revisions.get(target)?.roots
  if (!base || (target !== null && !targeted)) return [anew]
  if (!targeted) return [{ roots: base, after: undefined, anew: revision === null, reached: towards(revision) }]
  if (target === live) return [{ roots: base, after: afterPage ?? undefined, anew: false, reached: towards(revision) }]
  // First what changed since: then the pages up to `afterPage` are live, and the others go on from where they were.
  const moved = (next: string | undefined) => (next === undefined ? { revision, target: live, afterPage } : undefined)
  return [{ roots: targeted, after: undefined, anew: false, reached: moved }, anew]
}
