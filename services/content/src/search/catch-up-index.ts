import { setTimeout } from 'node:timers/promises'
import { defaultRetryPolicy, isContention, isOutage } from '@quire/kit'
import { countFailure } from '@quire/search'
import { sql as raw } from 'kysely'
import { advance, type IndexParts } from './index-step.ts'
import { readSearchableSpaces, type SpaceBehind } from './spaces-to-search.ts'

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
 * organization's index. Waits for `timeoutMs` at most, and not for spaces that failed; then the search uses what is
 * indexed.
 */
export async function catchUpIndex(
  { sql }: Pick<IndexParts, 'sql'>,
  indexer: SpaceIndexer,
  organization: string,
  { version, behind }: { version: number; behind: readonly SpaceBehind[] },
): Promise<number> {
  if (behind.length === 0) return version
  const end = new AbortController()
  const timeout = setTimeout(timeoutMs, undefined, { signal: end.signal }).catch(() => undefined)
  await Promise.race([timeout, indexAll(sql, indexer, organization, behind, end.signal)]).finally(() => end.abort())
  return (await readSearchableSpaces(sql, organization, raw`(select null)`)).version
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
