import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Loop, startLoop } from '../loop.ts'
import type { ProjectorDeps } from './batch.ts'
import { followStream, Gap, Outdated } from './follow-stream.ts'
import { heartbeatEveryMs, onHeartbeatOffered } from './heartbeat.ts'
import { createProgress } from './leader-progress.ts'
import { requestResyncs } from './resync.ts'
import { Deposed } from './stored-position.ts'

const projectorLock = 0x70_72_6f_6a

/** Leadership lasts as long as its connection: a killed leader loses it at once. */
interface Leadership {
  /** Aborts when the lock's connection is lost. */
  lost: AbortSignal
  release(): Promise<void>
}

const lockPollMs = 250

/** A server that takes longer to answer counts as unreachable. */
const lockTimeoutMs = 10_000

const minResyncBackoffMs = 1000

const maxResyncBackoffMs = 300_000

/** A service that wanted no resync for this long starts over with the shortest backoff. */
const resyncBackoffResetMs = 2 * maxResyncBackoffMs

const leadRetryMs = 250
const outdatedRetryMs = 2000
/** The interval of requests while something is lacking. */
const lackingEveryMs = 1000

/** Starts the projector of this service, which reads the stream as the leader among its replicas. */
export function startProjector(deps: ProjectorDeps): { stop(): Promise<void> } {
  const { bus, freshness, log } = deps
  const stopping = new AbortController()
  const progress = createProgress(deps, () => requests.wake())
  const backoff = createResyncBackoff()
  let hasGap = false
  let isOutdated = false
  const isLacking = () => Object.keys(progress.wanted()).length > 0 || (freshness?.ageMs() ?? 0) > 2 * heartbeatEveryMs
  const requestEveryMs = () => (isLacking() ? lackingEveryMs : heartbeatEveryMs)
  const requests: Loop = startLoop({ name: 'asking', everyMs: requestEveryMs, log }, async () => {
    requestResyncs(bus, backoff.due(progress.wanted()))
    if (freshness && freshness.ageMs() > heartbeatEveryMs / 2 && bus.isConnected()) await freshness.ask()
  })
  const stopListening = freshness ? onHeartbeatOffered(bus, requests.wake) : () => undefined

  async function lead(signal: AbortSignal) {
    const startOver = hasGap
    hasGap = false
    await followStream(deps, progress, signal, { startOver })
      .catch((error) => {
        if (error instanceof Gap) hasGap = true
        if (error instanceof Outdated) isOutdated = true
        if (!(error instanceof Deposed || error instanceof Outdated)) throw error
        log.info({ reason: error.message }, 'projector gives up its lead')
      })
      .finally(progress.ended)
  }

  const loop = startLoop({ name: 'projector', everyMs: leadRetryMs, log }, async () => {
    const leadership = await takeLeadership(deps.databaseUrl, stopping.signal)
    if (!leadership) return
    const changed = bus.changed()
    try {
      await lead(AbortSignal.any([stopping.signal, leadership.lost, changed]))
    } finally {
      // A run that the broker has cut off says nothing about the next one.
      if (changed.aborted) backoff.startOver()
      await leadership.release()
    }
    // The version that may lead needs the lock, and this one has nothing to do before it ends.
    if (isOutdated) await setTimeout(outdatedRetryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    isOutdated = false
  })
  return {
    async stop() {
      stopping.abort()
      stopListening()
      await Promise.all([requests.stop(), loop.stop()])
    },
  }
}

/** Decides when to request a run: the first at once, each one that replaces another after a backoff that doubles. */
export function createResyncBackoff(nowMs: () => number = () => performance.now()) {
  const requested = new Map<string, { run: string; failures: number; sinceMs: number }>()

  function isDue([owner, run]: [string, string]): boolean {
    let last = requested.get(owner)
    if (last?.run !== run) {
      const isNext = last && nowMs() - last.sinceMs < resyncBackoffResetMs
      last = { run, failures: last && isNext ? last.failures + 1 : 0, sinceMs: nowMs() }
      requested.set(owner, last)
    }
    if (last.failures === 0) return true
    return nowMs() - last.sinceMs >= Math.min(minResyncBackoffMs * 2 ** (last.failures - 1), maxResyncBackoffMs)
  }

  return {
    /** Returns the wanted runs, by owner, that are due to be requested. */
    due: (wanted: Record<string, string>): Record<string, string> =>
      Object.fromEntries(Object.entries(wanted).filter(isDue)),
    /** Forgets all failures, so that the next run of each owner is due at once. */
    startOver: () => requested.clear(),
  }
}

/**
 * Waits until this process leads, or `signal` aborts. Polls for the lock, because a wait inside the database would keep
 * vacuum from every row that is deleted meanwhile.
 */
async function takeLeadership(databaseUrl: string, signal: AbortSignal): Promise<Leadership | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    application_name: 'projector',
    connectionTimeoutMillis: lockTimeoutMs,
    query_timeout: lockTimeoutMs,
  })
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  client.on('error', () => lost.abort())
  const close = () => client.end().catch(() => undefined)
  await client.connect()
  try {
    while (!signal.aborted) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [projectorLock])
      if (rows[0]?.mine) return { lost: lost.signal, release: close }
      await setTimeout(lockPollMs, undefined, { signal }).catch(() => undefined)
    }
  } catch (error) {
    await close()
    throw error
  }
  await close()
  return undefined
}
