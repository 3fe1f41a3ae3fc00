import { setTimeout } from 'node:timers/promises'
import { createGroupSemaphore, type Logger, type Loop, startLoop, unavailable } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { collectLinks, type LinkDependencies, TooManyChanges } from './collect-links.ts'

/** State of the collection of a space's links. */
interface LinkState {
  id: string
  store: string
  /** Id of the live revision. */
  live: string
  /** The revision and the public address that the collected links are of. */
  revision: string | null
  publicUrl: string | null
  total: number
  broken: number
  inApp: number
}

interface OutdatedQuery {
  publicUrl: string
  /** Restricts to spaces that changed in the last so many seconds; absent for all. */
  changedWithin?: number | undefined
  /** Spaces to leave out. */
  except: readonly string[]
  max: number
}

/** Timeout of a list that waits for links to be collected. */
const timeoutMs = 2000

/** The links of all spaces. A collection serves all requests of the process, so no single request can cancel it. */
export interface ContentLinks {
  /**
   * Returns the states of the spaces that are not deleted, once the links of each are at least as new as the live
   * revision at the time of the call. Throws 503 if that takes longer than two seconds; the collection continues.
   */
  catchUp(sql: Sql, spaceIds: readonly string[]): Promise<Map<string, LinkState>>
  /** Collects the links of a space in the background. */
  collect(spaceId: string): Promise<void>
}

interface ContentLinksDependencies extends Omit<LinkDependencies, 'sql'> {
  /** Connections for requests; used for few changes. */
  sql: () => Sql
  /** Connections for jobs; used for many changes. */
  jobSql: () => Sql
}

/**
 * Upper bound on changed locations collected on a connection for requests. More take seconds and use a connection for
 * jobs.
 */
const maxChangesInRequest = 500
/** Upper bound on the connections for requests used at the same time. */
const requestPermits = 2

export function createContentLinks({ sql, jobSql, ...parts }: ContentLinksDependencies): ContentLinks {
  const running = new Map<string, Promise<void>>()
  const [forFew, forMany] = [semaphoreOf(requestPermits), semaphoreOf(1)]

  /** Runs work at most once at a time per space; concurrent callers share the result. */
  function once(spaceId: string, work: () => Promise<void>): Promise<void> {
    const known = running.get(spaceId)
    if (known) return known
    const working = work().finally(() => running.delete(spaceId))
    running.set(spaceId, working)
    return working
  }

  const collectMany = (spaceId: string) => forMany(() => collectLinks({ ...parts, sql: jobSql() }, spaceId))

  async function collectForRequest(spaceId: string): Promise<void> {
    try {
      await forFew(() => collectLinks({ ...parts, sql: sql() }, spaceId, maxChangesInRequest))
    } catch (error) {
      if (!(error instanceof TooManyChanges)) throw error
      await collectMany(spaceId)
    }
  }

  const isOutdated = ({ live, revision, publicUrl }: LinkState) => revision !== live || publicUrl !== parts.publicUrl

  async function collectAll(requestSql: Sql, spaceIds: readonly string[], signal: AbortSignal) {
    const states = new Map<string, LinkState>()
    for (let left = spaceIds; left.length > 0 && !signal.aborted; ) {
      const read = await linkStates(requestSql, left)
      for (const state of read) if (!isOutdated(state)) states.set(state.id, state)
      left = read.filter(isOutdated).map(({ id }) => id)
      for (const id of left) if (!signal.aborted) await once(id, () => collectForRequest(id))
    }
    return states
  }

  return {
    collect: (spaceId) => once(spaceId, () => collectMany(spaceId)),
    async catchUp(requestSql, spaceIds) {
      const ends = new AbortController()
      const timeout = setTimeout(timeoutMs, undefined, { signal: ends.signal }).catch(() => undefined)
      const collected = collectAll(requestSql, spaceIds, ends.signal)
      const states = await Promise.race([timeout, collected]).finally(() => ends.abort())
      // A failure is reported to the next caller.
      collected.catch(() => undefined)
      if (!states) throw unavailable('The links of the content are still being collected: try again.', 2)
      return states
    },
  }
}

/** Creates a semaphore that admits callers in their order of arrival. */
function semaphoreOf(permits: number) {
  const semaphore = createGroupSemaphore({
    permits,
    permitsPerGroup: permits,
    timeoutMs: undefined,
    refusal: () => unavailable('Try again.'),
  })
  const { signal } = new AbortController()
  return (work: () => Promise<void>) => semaphore('links', signal, work)
}

const pollEveryMs = 60_000
/** Interval of scans of all spaces, the first at the start. Between them, the job scans recently changed spaces. */
const fullScanEveryMs = 30 * 60_000
const recentSeconds = 10 * 60
const spacesPerScan = 20

interface LinkCollectorDependencies {
  sql: () => Sql
  links: ContentLinks
  publicUrl: string
  log: Logger
}

/**
 * Starts the job that collects the links of spaces in the background. After each space the job sleeps as long as it
 * used this thread. A space that fails is retried at the next scan. The first scan is skipped: at the start of the
 * service, other work needs the parser threads more.
 */
export function startLinkCollector({ sql, links, publicUrl, log }: LinkCollectorDependencies): Loop {
  let fullScanAt = Number.NEGATIVE_INFINITY
  let hasSkippedFirst = false
  return startLoop({ name: 'links', everyMs: pollEveryMs, log }, async (signal) => {
    const isFirst = !hasSkippedFirst
    hasSkippedFirst = true
    if (isFirst) return
    const isFullScan = performance.now() - fullScanAt >= fullScanEveryMs
    const failed: string[] = []
    for (;;) {
      const changedWithin = isFullScan ? undefined : recentSeconds
      const outdated = await outdatedSpaces(sql(), { publicUrl, changedWithin, except: failed, max: spacesPerScan })
      for (const id of outdated) {
        const began = performance.eventLoopUtilization()
        signal.throwIfAborted()
        await links.collect(id).catch((error) => {
          log.warn({ err: error, space: id }, 'the links of a space are left for the next turn')
          failed.push(id)
        })
        await setTimeout(performance.eventLoopUtilization(began).active, undefined, { signal })
      }
      if (outdated.length === 0) break
    }
    if (isFullScan) fullScanAt = performance.now()
  })
}

/** Returns the states of the spaces that are not deleted. */
async function linkStates(sql: Sql, spaceIds: readonly string[]): Promise<LinkState[]> {
  const { rows } = await raw<LinkState>`
    select s.id, s.store, s.revision as live, l.revision, l.public_url as "publicUrl",
      coalesce(l.total, 0) as total, coalesce(l.broken, 0) as broken, coalesce(l.in_app, 0) as "inApp"
    from space s left join link_space l on l.space_id = s.id
    where s.id = any(${spaceIds}::text[]) and s.deleted_at is null`.execute(sql)
  return rows
}

/** Returns spaces whose links are not those of the live revision, the most recently changed first. */
async function outdatedSpaces(sql: Sql, { publicUrl, changedWithin, except, max }: OutdatedQuery): Promise<string[]> {
  const recent =
    changedWithin === undefined ? raw`true` : raw`s.updated_at > now() - make_interval(secs => ${changedWithin})`
  const { rows } = await raw<{ id: string }>`
    select s.id from space s left join link_space l on l.space_id = s.id
    where s.deleted_at is null and ${recent} and s.id <> all(${except}::text[])
      and (l.revision is distinct from s.revision or l.public_url is distinct from ${publicUrl})
    order by s.updated_at desc limit ${max}`.execute(sql)
  return rows.map(({ id }) => id)
}
