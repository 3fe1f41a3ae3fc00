import { setTimeout as delay } from 'node:timers/promises'
import {
  type Bus,
  isContention,
  isOutage,
  type Logger,
  type Loop,
  type Metrics,
  type RetryPolicy,
  startLoop,
  takesWrites,
} from '@quire/kit'
import { countFailure, type PostgresIndex, replayParkedSpaces } from '@quire/search'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/reader.ts'
import type { QueuedSpace } from '../tables/indexing.tables.ts'
import { findSpacesBehind, isCaughtUp } from './awaited-spaces.ts'
import { failureBackoff, failureLog } from './failures.ts'
import type { Feed } from './feed.ts'
import { countSpaces, indexMetrics } from './metrics.ts'
import { progressLog } from './progress-log.ts'
import { release, spacesInTurn } from './queue.ts'
import { readSlice } from './slice.ts'
import type { IndexingParser } from './store-pages.ts'

/**
 * The interval between looks for due spaces. A new revision wakes all replicas; this covers lost messages and failures.
 */
const pollIntervalMs = 5000
/** The first loop wakes the others when there is work. */
const othersPollIntervalMs = 60 * 60_000
/** Spaces that one process reads at a time: if the feed of one space hangs, the other worker continues. */
const workers = 2
const subject = 'indexed'
const dueSubject = 'index-due'
const says = { underWay: 'the index is being built', done: 'the index holds all spaces' }

/**
 * The state of the index for a reader. `catching-up`: it may hold the latest announced revisions soon; `behind`: it will
 * not, because spaces fail or take long, or the database takes no writes, so answers come from what is indexed.
 */
type IndexState = 'current' | 'catching-up' | 'behind'

export interface Indexer extends Loop {
  /** Resolves to the state of the index for a reader, once it is no longer `catching-up`, or after `timeoutMs`. */
  caughtUp(reader: Reader, timeoutMs: number): Promise<IndexState>
  /** Queues parked spaces again; returns their number. */
  replay(): Promise<number>
}

interface IndexerParts {
  sql: () => Sql
  bus: Bus
  index: PostgresIndex
  feed: Feed
  inBackground: (signal: AbortSignal) => IndexingParser
  metrics: Pick<Metrics, 'registry'>
  /** Called when a space was read to its end. Never throws. */
  indexed?: (spaceId: string, signal: AbortSignal) => Promise<void>
  log: Logger
  retryPolicy: RetryPolicy
  clock?: IndexerClock | undefined
}

/** The time as the indexer sees it; a test has its own. */
export interface IndexerClock {
  /** Milliseconds that never go back. */
  now(): number
  /** Resolves after `ms` or when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

const systemClock: IndexerClock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
}

/**
 * Fetches the revisions that the index lacks, a slice of a space at a time, so that a large space does not keep small
 * ones waiting. A space that fails is tried again with backoff, and parked after too many failures; the others continue
 * meanwhile. While most spaces fail, the indexer takes fewer of them.
 */
export function startIndexer(parts: IndexerParts): Indexer {
  const { sql, bus, log } = parts
  const waiting = new Set<() => void>()
  const announcements = bus.connection.subscribe(bus.subject(subject), {
    callback: () => {
      for (const check of waiting) check()
    },
  })
  const work = workOn(parts, () => bus.connection.publish(bus.subject(subject)))
  const others = Array.from({ length: workers - 1 }, () =>
    startLoop({ name: 'indexer', everyMs: othersPollIntervalMs, log }, (signal) => work(signal)),
  )
  const wakeOthers = () => {
    for (const loop of others) loop.wake()
  }
  const first = startLoop({ name: 'indexer', everyMs: pollIntervalMs, log }, (signal) => work(signal, wakeOthers))
  const wakeHere = () => {
    first.wake()
    wakeOthers()
  }
  const dueElsewhere = bus.connection.subscribe(bus.subject(dueSubject), { callback: wakeHere })
  const wake = () => {
    wakeHere()
    if (bus.isConnected()) bus.connection.publish(bus.subject(dueSubject))
  }

  return {
    wake,
    async stop() {
      announcements.unsubscribe()
      dueElsewhere.unsubscribe()
      await Promise.all([first, ...others].map((loop) => loop.stop()))
    },
    async replay() {
      const count = await replayParkedSpaces(sql())
      wake()
      return count
    },
    async caughtUp(reader, timeoutMs) {
      const { awaited, left } = await findSpacesBehind(sql(), reader)
      const reached = left > 0 ? 'behind' : 'current'
      if (awaited.length === 0) return reached
      if (!(await takesWrites(sql() as never))) return 'behind'
      wake()
      return new Promise((resolve) => {
        const finish = (done: boolean) => {
          clearTimeout(timer)
          waiting.delete(check)
          resolve(done ? reached : 'catching-up')
        }
        const timer = setTimeout(finish, timeoutMs, false)
        const check = () => {
          isCaughtUp(sql(), awaited).then(
            (done) => done && finish(true),
            () => finish(false),
          )
        }
        waiting.add(check)
        check()
      })
    },
  }
}

/**
 * Returns the work of one turn of a worker: takes spaces until none is due, and maintains the index. `announce`
 * notifies waiting requests that a space changed; `taken` is called if there is work.
 */
function workOn(
  { sql, index, feed, inBackground, indexed, metrics, log, retryPolicy, clock = systemClock }: IndexerParts,
  announce: () => void,
) {
  const takeNext = spacesInTurn(sql)
  const counted = indexMetrics({ metrics, sql, log })
  const progress = progressLog({ count: () => countSpaces(sql()), says, log })
  const failures = failureLog({ log, now: clock.now })
  const backoff = failureBackoff()

  async function failed(space: QueuedSpace, error: unknown, signal: AbortSignal) {
    // Not caused by the space, so no failure is counted. While content or a server is away, the worker ends its turn.
    const isAway = signal.aborted || isOutage(error)
    if (isAway || isContention(error)) await release(sql(), space)
    if (isAway) throw error
    if (isContention(error)) return
    counted.failed()
    const { space_id: id, organization_id: organization } = space
    const isParked = await countFailure(sql(), { id, organization }, error, retryPolicy)
    backoff.failed()
    failures.report(error, { space: id, isParked })
    announce()
  }

  return async (signal: AbortSignal, taken?: () => void) => {
    const parser = inBackground(signal)
    while (!signal.aborted) {
      const space = await takeNext()
      if (space) {
        taken?.()
        try {
          const outcome = await readSlice({ sql: sql(), index, feed, parser }, space, signal)
          backoff.succeeded()
          if (outcome !== 'more') announce()
          if (outcome === 'indexed') await indexed?.(space.space_id, signal)
        } catch (error) {
          await failed(space, error, signal)
        }
        await progress.worked()
      }
      await index.maintain(signal)
      failures.flush()
      if (!space) return progress.idle()
      const delayMs = backoff.delayMs()
      if (delayMs > 0) await clock.wait(delayMs, signal)
    }
  }
}
