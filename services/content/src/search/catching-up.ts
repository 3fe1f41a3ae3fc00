import { setTimeout } from 'node:timers/promises'
import { isContention, isOutage, usualPatience } from '@quire/kit'
import { countFailure } from '@quire/search'
import { sql as raw } from 'kysely'
import { advance, type IndexParts } from './advance.ts'
import { readSearchable, type SpaceBehind } from './searchable.ts'

/** How long a search waits for what became live just before it. */
const patienceMs = 2000
const pagesAtOnce = 1000
/** So many spaces at most are caught up by one search; the job does the others. */
const mostSpaces = 20

/** Brings spaces on, one of each at a time in this process. */
export type BringOn = (space: SpaceBehind, limit: number) => Promise<void>

/** What is under way, by space: whoever wants the same waits for it, whatever connections it has. */
export type Bringing = Map<string, Promise<void>>

export function bringingOn(parts: IndexParts, begun: Bringing = new Map()): BringOn {
  return (space, limit) => {
    const known = begun.get(space.id)
    if (known) return known
    const work = bringOn(parts, space, limit).finally(() => begun.delete(space.id))
    begun.set(space.id, work)
    return work
  }
}

/** A failure is the space's, except where the database is away or the service stops. */
async function bringOn(parts: IndexParts, space: SpaceBehind, limit: number): Promise<void> {
  try {
    await advance(parts, space, limit)
  } catch (error) {
    if (isOutage(error) || isContention(error) || Object(error).name === 'AbortError') throw error
    await countFailure(parts.sql, space, error, usualPatience)
  }
}

/**
 * The version of an organization's index that holds what is live in the spaces that a search found behind. Waits for two
 * seconds at most, and for no space that failed; then the search answers with what is indexed.
 */
export async function caughtUp(
  { sql }: Pick<IndexParts, 'sql'>,
  bring: BringOn,
  organization: string,
  { version, behind }: { version: number; behind: readonly SpaceBehind[] },
): Promise<number> {
  if (behind.length === 0) return version
  const ends = new AbortController()
  const patience = setTimeout(patienceMs, undefined, { signal: ends.signal }).catch(() => undefined)
  await Promise.race([patience, bringAll(sql, bring, organization, behind, ends.signal)]).finally(() => ends.abort())
  return (await readSearchable(sql, organization, raw`(select null)`)).version
}

async function bringAll(
  sql: IndexParts['sql'],
  bring: BringOn,
  organization: string,
  behind: readonly SpaceBehind[],
  signal: AbortSignal,
): Promise<void> {
  let left = behind.filter(({ attempts }) => attempts === 0).slice(0, mostSpaces)
  while (left.length > 0 && !signal.aborted) {
    for (const space of left) if (!signal.aborted) await bring(space, pagesAtOnce)
    const ids = left.map(({ id }) => id)
    const now = await readSearchable(sql, organization, raw`(select unnest(${ids}::text[]))`)
    left = now.behind.filter(({ attempts }) => attempts === 0)
  }
}
