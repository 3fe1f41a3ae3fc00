import {
  type Bus,
  isContention,
  isOutage,
  type Logger,
  type Loop,
  type Metrics,
  type Patience,
  startLoop,
} from '@quire/kit'
import { countFailure, type PostgresIndex, replayParkedSpaces } from '@quire/search'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { Reader } from '../readers/readers.ts'
import { countSpaces } from './count-spaces.ts'
import type { Feed } from './feed.ts'
import { indexMetrics } from './metrics.ts'
import { progressLog } from './progress.ts'
import { type QueuedSpace, release, takeNext } from './queue.ts'
import { readSlice } from './slice.ts'
import { awaitedBy, isCaughtUp } from './waiting.ts'

/** Whoever is told of a revision wakes all replicas: this is for messages that were lost, and for what failed. */
const lookEveryMs = 5000
/** The others are woken by the first, where there is work. */
const othersLookEveryMs = 60 * 60_000
/** Spaces that one process reads at a time: where the feed of one hangs, the other worker goes on. */
const workers = 2
const subject = 'indexed'
const dueSubject = 'index-due'
const says = { underWay: 'the index is being built', done: 'the index holds all spaces' }

export interface Indexer extends Loop {
  /**
   * True when the index holds all that was told so far of the spaces that the reader may read; false after `timeoutMs`.
   */
  caughtUp(reader: Reader, timeoutMs: number): Promise<boolean>
  /** Takes up again what was parked; answers how many spaces. */
  replay(): Promise<number>
}

interface IndexerParts {
  sql: () => Sql
  bus: Bus
  index: PostgresIndex
  feed: Feed
  inBackground: (signal: AbortSignal) => TextParser
  metrics: Pick<Metrics, 'registry'>
  /** Called when a space was read to its end; it never throws. */
  indexed?: (spaceId: string, signal: AbortSignal) => Promise<void>
  log: Logger
  patience: Patience
}

/**
 * Fetches what the index lacks, a slice of a space at a time, so that a large space does not keep small ones waiting.
 * One that fails is due again after a pause, and parked after too many; the others go on meanwhile.
 */
export function startIndexer(parts: IndexerParts): Indexer {
  const { sql, bus, log } = parts
  const waiting = new Set<() => void>()
  const announcements = bus.connection.subscribe(bus.subject(subject), {
    callback: () => {
      for (const look of waiting) look()
    },
  })
  const work = workOn(parts, () => bus.connection.publish(bus.subject(subject)))
  const others = Array.from({ length: workers - 1 }, () =>
    startLoop({ name: 'indexer', everyMs: othersLookEveryMs, log }, (signal) => work(signal)),
  )
  const wakeOthers = () => {
    for (const loop of others) loop.wake()
  }
  const first = startLoop({ name: 'indexer', everyMs: lookEveryMs, log }, (signal) => work(signal, wakeOthers))
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
      const awaited = await awaitedBy(sql(), reader)
      if (awaited.length === 0) return true
      wake()
      return new Promise((resolve) => {
        const finish = (done: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(done)
        }
        const timer = setTimeout(finish, timeoutMs, false)
        const look = () => {
          isCaughtUp(sql(), awaited).then(
            (done) => done && finish(true),
            () => finish(false),
          )
        }
        waiting.add(look)
        look()
      })
    },
  }
}

/**
 * One worker's turns: each takes spaces until none is due, and tends the index. `announce` tells whoever waits that a
 * space changed; `taken` is called where there is work.
 */
function workOn(
  { sql, index, feed, inBackground, indexed, metrics, log, patience }: IndexerParts,
  announce: () => void,
) {
  const counted = indexMetrics(metrics, sql)
  const progress = progressLog({ count: () => countSpaces(sql()), says, log })

  async function failed(space: QueuedSpace, error: unknown, signal: AbortSignal) {
    // Not the space's fault, so it stays as it was. While content or a server is away the worker pauses.
    const isAway = signal.aborted || isOutage(error)
    if (isAway || isContention(error)) await release(sql(), space)
    if (isAway) throw error
    if (isContention(error)) return
    counted.failed()
    const { space_id: id, organization_id: organization } = space
    const isParked = await countFailure(sql(), { id, organization }, error, patience)
    log.warn({ err: error, space: space.space_id, isParked }, 'a space cannot be indexed')
    announce()
  }

  return async (signal: AbortSignal, taken?: () => void) => {
    const parser = inBackground(signal)
    while (!signal.aborted) {
      const space = await takeNext(sql())
      if (space) {
        taken?.()
        try {
          const outcome = await readSlice({ sql: sql(), index, feed, parser }, space, signal)
          if (outcome !== 'more') announce()
          if (outcome === 'indexed') await indexed?.(space.space_id, signal)
        } catch (error) {
          await failed(space, error, signal)
        }
        await progress.worked()
      }
      await index.maintain(signal)
      if (!space) return progress.idle()
    }
  }
}
