import { type Loop, type Metrics, startLoop } from '@quire/kit'
import { z } from 'zod'
import { purgeMetrics } from './metrics.ts'
import { type PurgeDependencies, purge } from './purge.ts'

/** Setting for the seconds between two runs. */
export const PurgeEvery = z.coerce.number().int().min(1).max(86_400).default(3600)

/** Runs the purge periodically as long as the service runs, beginning at its start. */
export function startPurging(everySeconds: number, deps: PurgeDependencies & { metrics: Metrics }): Loop {
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
