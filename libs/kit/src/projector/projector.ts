import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Positions } from '../bus/positions.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import type { Publisher } from '../outbox/publisher.ts'
import type { Projections } from './apply-envelopes.ts'
import { followStream, Gap } from './follow-stream.ts'
import type { Freshness } from './freshness.ts'
import { heartbeatEveryMs, onHeartbeatOffered } from './heartbeat.ts'
import { createProgress } from './leader-progress.ts'
import { takeLeadership } from './leadership.ts'
import { requestResyncs } from './resync.ts'
import { createResyncBackoff } from './resync-backoff.ts'
import { Deposed } from './stored-position.ts'

const retryAfterMs = 250
/** The interval of requests while something is lacking. */
const lackingEveryMs = 1000

export interface ProjectorDeps {
  service: string
  databaseUrl: string
  sql: () => Kysely<KitTables>
  bus: Bus
  positions: Positions
  /** Absent if access is not decided by events. */
  freshness: Freshness | undefined
  publisher: Publisher
  projections: Projections
  metrics: Metrics
  log: Logger
}

/** Starts the projector of this service, which reads the stream as the leader among its replicas. */
export function startProjector(deps: ProjectorDeps): { stop(): Promise<void> } {
  const { bus, freshness, log } = deps
  const stopping = new AbortController()
  const progress = createProgress(deps, () => requests.wake())
  const dueOf = createResyncBackoff()
  let hasGap = false
  const isLacking = () => Object.keys(progress.wanted()).length > 0 || (freshness?.ageMs() ?? 0) > 2 * heartbeatEveryMs
  const requestEveryMs = () => (isLacking() ? lackingEveryMs : heartbeatEveryMs)
  const requests: Loop = startLoop({ name: 'asking', everyMs: requestEveryMs, log }, async () => {
    requestResyncs(bus, dueOf(progress.wanted()))
    if (freshness && freshness.ageMs() > heartbeatEveryMs / 2 && bus.isConnected()) await freshness.ask()
  })
  const stopListening = freshness ? onHeartbeatOffered(bus, requests.wake) : () => undefined

  async function lead(signal: AbortSignal) {
    const startOver = hasGap
    hasGap = false
    await followStream(deps, progress, signal, { startOver })
      .catch((error) => {
        if (error instanceof Gap) hasGap = true
        if (!(error instanceof Deposed)) throw error
        log.info({ reason: error.message }, 'projector gives up its lead')
      })
      .finally(progress.ended)
  }

  const loop = startLoop({ name: 'projector', everyMs: retryAfterMs, log }, async () => {
    const leadership = await takeLeadership(deps.databaseUrl, stopping.signal)
    if (!leadership) return
    try {
      await lead(AbortSignal.any([stopping.signal, leadership.lost, bus.changed()]))
    } finally {
      await leadership.release()
    }
  })
  return {
    async stop() {
      stopping.abort()
      stopListening()
      await Promise.all([requests.stop(), loop.stop()])
    },
  }
}
