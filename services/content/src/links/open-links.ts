import { setTimeout } from 'node:timers/promises'
import { createGate, type Logger, type Loop, startLoop, unavailable } from '@quire/kit'
import type { Sql } from '../database.ts'
import { collectLinks, type LinkParts, ManyPlaces } from './collect.ts'
import { type LinkState, linkStates, spacesBehind } from './states.ts'

/** How long a list waits for links that are being collected. */
const patienceMs = 2000

/** The links of all spaces: what is begun for one request serves all others of the process, so it ends with none. */
export interface ContentLinks {
  /**
   * The states of those of these spaces that are not deleted, once each has the links of what was live when this was asked
   * for. 503 where that takes longer than two seconds; the work goes on.
   */
  caughtUp(sql: Sql, spaceIds: readonly string[]): Promise<Map<string, LinkState>>
  /** Collects the links of a space without anybody waiting for them. */
  collect(spaceId: string): Promise<void>
}

interface OpenLinksParts extends Omit<LinkParts, 'sql'> {
  /** The connections of requests, for a few changes. */
  sql: () => Sql
  /** Those of jobs, for many. */
  jobSql: () => Sql
}

/** What differs at more places than these takes seconds: it is done by itself, on a connection that no request needs. */
const fewPlaces = 500
/** So many of the requests' connections at most are used at a time. */
const fewAtOnce = 2

export function openLinks({ sql, jobSql, ...parts }: OpenLinksParts): ContentLinks {
  const begun = new Map<string, Promise<void>>()
  const [forFew, forMany] = [laneOf(fewAtOnce), laneOf(1)]

  /** Once at a time for each space, whoever wants it. */
  function once(spaceId: string, work: () => Promise<void>): Promise<void> {
    const known = begun.get(spaceId)
    if (known) return known
    const working = work().finally(() => begun.delete(spaceId))
    begun.set(spaceId, working)
    return working
  }

  const collectMany = (spaceId: string) => forMany(() => collectLinks({ ...parts, sql: jobSql() }, spaceId))

  async function collectForRequest(spaceId: string): Promise<void> {
    try {
      await forFew(() => collectLinks({ ...parts, sql: sql() }, spaceId, fewPlaces))
    } catch (error) {
      if (!(error instanceof ManyPlaces)) throw error
      await collectMany(spaceId)
    }
  }

  const isBehind = ({ live, revision, publicUrl }: LinkState) => revision !== live || publicUrl !== parts.publicUrl

  async function bringAll(asking: Sql, spaceIds: readonly string[], signal: AbortSignal) {
    const states = new Map<string, LinkState>()
    for (let left = spaceIds; left.length > 0 && !signal.aborted; ) {
      const read = await linkStates(asking, left)
      for (const state of read) if (!isBehind(state)) states.set(state.id, state)
      left = read.filter(isBehind).map(({ id }) => id)
      for (const id of left) if (!signal.aborted) await once(id, () => collectForRequest(id))
    }
    return states
  }

  return {
    collect: (spaceId) => once(spaceId, () => collectMany(spaceId)),
    async caughtUp(asking, spaceIds) {
      const ends = new AbortController()
      const patience = setTimeout(patienceMs, undefined, { signal: ends.signal }).catch(() => undefined)
      const brought = bringAll(asking, spaceIds, ends.signal)
      const states = await Promise.race([patience, brought]).finally(() => ends.abort())
      // Whoever asks next learns of its failure.
      brought.catch(() => undefined)
      if (!states) throw unavailable('The links of the content are still being collected: try again.', 2)
      return states
    },
  }
}

/** Lets so many in at a time, in the order of coming. */
function laneOf(most: number) {
  const gate = createGate({ most, mostOfGroup: most, waitMs: undefined, refusal: () => unavailable('Try again.') })
  const { signal } = new AbortController()
  return (work: () => Promise<void>) => gate('links', signal, work)
}

const lookEveryMs = 60_000
/** At first, and then so often, the job looks at all spaces; between, at those that changed lately. */
const lookAtAllEveryMs = 30 * 60_000
const latelySeconds = 10 * 60
const spacesAtOnce = 20

interface CollectingParts {
  sql: () => Sql
  links: ContentLinks
  publicUrl: string
  log: Logger
}

/**
 * Collects the links of spaces that nobody asked for yet, as long as the service runs. What it takes of this thread it
 * leaves to requests afterwards. A space that fails is left for the next turn. It begins at its second turn: at the start
 * of a service others need the threads that read texts more.
 */
export function startCollecting({ sql, links, publicUrl, log }: CollectingParts): Loop {
  let wholeAt = Number.NEGATIVE_INFINITY
  let isBegun = false
  return startLoop({ name: 'links', everyMs: lookEveryMs, log }, async (signal) => {
    const isFirst = !isBegun
    isBegun = true
    if (isFirst) return
    const isWhole = performance.now() - wholeAt >= lookAtAllEveryMs
    const failed: string[] = []
    for (;;) {
      const changedWithin = isWhole ? undefined : latelySeconds
      const behind = await spacesBehind(sql(), { publicUrl, changedWithin, except: failed, most: spacesAtOnce })
      for (const id of behind) {
        const began = performance.eventLoopUtilization()
        signal.throwIfAborted()
        await links.collect(id).catch((error) => {
          log.warn({ err: error, space: id }, 'the links of a space are left for the next turn')
          failed.push(id)
        })
        await setTimeout(performance.eventLoopUtilization(began).active, undefined, { signal })
      }
      if (behind.length === 0) break
    }
    if (isWhole) wholeAt = performance.now()
  })
}
