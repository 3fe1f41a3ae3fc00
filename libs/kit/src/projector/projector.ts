import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Positions } from '../bus/positions.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metrics } from '../metrics.ts'
import type { Publisher } from '../outbox/publisher.ts'
import type { Projections } from './apply.ts'
import { follow, Gap } from './follow.ts'
import type { Freshness } from './freshness.ts'
import { heartbeatEveryMs, onHeartbeatOffered } from './heartbeat.ts'
import { takeLeadership } from './leadership.ts'
import { createPauses } from './pauses.ts'
import { Deposed } from './position.ts'
import { createProgress } from './progress.ts'
import { requestResyncs } from './resync.ts'

const againAfterMs = 250
/** How soon it asks again for what it lacks. */
const askAgainMs = 1000

export interface ProjectorDeps {
  service: string
  databaseUrl: string
  sql: () => Kysely<KitTables>
  bus: Bus
  positions: Positions
  /** Absent where access is not decided by events. */
  freshness: Freshness | undefined
  publisher: Publisher
  projections: Projections
  metrics: Metrics
  log: Logger
}

/** Follows the stream for this service, as the leader among its replicas. */
export function startProjector(deps: ProjectorDeps): { stop(): Promise<void> } {
  const { bus, freshness, log } = deps
  const stopping = new AbortController()
  const progress = createProgress(deps, () => asking.wake())
  const dueOf = createPauses()
  let hasGap = false
  const isLacking = () => Object.keys(progress.wanted()).length > 0 || (freshness?.ageMs() ?? 0) > 2 * heartbeatEveryMs
  const askInMs = () => (isLacking() ? askAgainMs : heartbeatEveryMs)
  const asking: Loop = startLoop({ name: 'asking', everyMs: askInMs, log }, async () => {
    requestResyncs(bus, dueOf(progress.wanted()))
    if (freshness && freshness.ageMs() > heartbeatEveryMs / 2 && bus.isConnected()) await freshness.ask()
  })
  const stopHearing = freshness ? onHeartbeatOffered(bus, asking.wake) : () => undefined

  async function lead(signal: AbortSignal) {
    const anew = hasGap
    hasGap = false
    await follow(deps, progress, signal, { anew })
      .catch((error) => {
        if (error instanceof Gap) hasGap = true
        if (!(error instanceof Deposed)) throw error
        log.info({ reason: error.message }, 'projector gives up its lead')
      })
      .finally(progress.ended)
  }

  const loop = startLoop({ name: 'projector', everyMs: againAfterMs, log }, async () => {
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
      stopHearing()
      await Promise.all([asking.stop(), loop.stop()])
    },
  }
}
