import { startOrganizationPurges } from '@quire/access'
import { type Bus, type Loop, type Metrics, startLoop } from '@quire/kit'
import { Counter, Gauge, Histogram } from 'prom-client'
import { z } from 'zod'
import type { PurgeCounts } from './purge.ts'
import { type PurgeDependencies, purge } from './purge.ts'
import { hasMoreOf, purgeOrganization } from './purge-organization.ts'

/** Setting for the seconds between two runs. */
export const PurgeEvery = z.coerce.number().int().min(1).max(86_400).default(3600)

type PurgingParts = PurgeDependencies & { bus: Bus; metrics: Metrics }

/**
 * Runs the purge periodically as long as the service runs, beginning at its start, and that of deleted organizations beside it,
 * which `wake` has look now.
 */
export function startPurging(everySeconds: number, deps: PurgingParts): Loop {
  const ofOrganizations = startOrganizationPurges({
    ...{ service: 'content', sql: deps.sql, bus: deps.bus, log: deps.log },
    purge: (sql, id, signal) => purgeOrganization({ ...deps, sql: () => sql }, id, signal),
    hasMore: hasMoreOf,
  })
  const ofAll = startPurgingSpaces(everySeconds, deps)
  return {
    wake: ofOrganizations.wake,
    stop: async () => void (await Promise.all([ofOrganizations.stop(), ofAll.stop()])),
  }
}

function startPurgingSpaces(everySeconds: number, deps: PurgingParts): Loop {
  const { log } = deps
  const metrics = purgeMetrics(deps.metrics)
  return startLoop({ name: 'purge', everyMs: everySeconds * 1000, log }, async (signal) => {
    const startedAt = performance.now()
    try {
      const purged = await purge(deps, signal)
      if (!purged) return
      const tookMs = Math.round(performance.now() - startedAt)
      metrics.ended(purged, tookMs)
      log.info({ ...purged, tookMs }, 'purged what was deleted more than seven days ago')
    } catch (error) {
      if (!signal.aborted) metrics.failed()
      throw error
    }
  })
}

/** Metrics of the purge. Replicas that find another one purging count nothing. */
function purgeMetrics({ registry }: Metrics) {
  const registers = [registry]
  const runs = new Counter({
    name: 'quire_purge_runs_total',
    help: 'Runs of the purge, by outcome: done, failed',
    labelNames: ['outcome'],
    registers,
  })
  const removed = new Counter({
    name: 'quire_purged_total',
    help: 'What was removed for good: spaces, collections, importRuns, wordCounts, nodes, documents, blobs',
    labelNames: ['what'],
    registers,
  })
  const seconds = new Histogram({
    name: 'quire_purge_seconds',
    help: 'Time that a run of the purge took',
    buckets: [0.1, 1, 10, 60, 600, 3600],
    registers,
  })
  const success = new Gauge({
    name: 'quire_purge_last_success_timestamp_seconds',
    help: 'When a run of the purge last ended without a failure, in seconds since 1970',
    registers,
  })
  return {
    /** Counts a run that ended; its failures are left for the next run. */
    ended({ failures, ...counts }: PurgeCounts, tookMs: number) {
      for (const [what, count] of Object.entries(counts)) removed.inc({ what }, count)
      runs.inc({ outcome: failures === 0 ? 'done' : 'failed' })
      seconds.observe(tookMs / 1000)
      if (failures === 0) success.setToCurrentTime()
    },
    failed: () => runs.inc({ outcome: 'failed' }),
  }
}
