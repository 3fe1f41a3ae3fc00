import { setTimeout } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { isOutage } from './outage.ts'

/** A number, or one for each state that is counted. */
type Counted = number | Record<string, number>

interface DatabaseGauge {
  name: string
  help: string
  /** Counts in the database. The numbers of states get the label `state`. */
  count: () => Promise<Counted>
}

interface GaugeParts {
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/** A scrape ends after ten seconds, and all metrics of the process are lost with it. */
const timeoutMs = 2000

/**
 * Registers a gauge that counts in the database at each scrape. While the database is away or does not answer, the gauge
 * has no samples: the scrape succeeds, because its other metrics say what is missing.
 */
export function databaseGauge({ metrics, log }: GaugeParts, { name, help, count }: DatabaseGauge): void {
  let counting: Promise<Counted | undefined> | undefined

  async function attempt(): Promise<Counted | undefined> {
    try {
      return await count()
    } catch (error) {
      if (!isOutage(error)) log.error({ err: error, metric: name }, 'a metric could not be counted')
      return undefined
    } finally {
      counting = undefined
    }
  }

  new Gauge({
    // Without a label, a gauge that has no number would be 0.
    ...{ name, help, labelNames: ['state'], registers: [metrics.registry] },
    async collect() {
      // A database that hangs has one statement of this gauge at a time, not one for each scrape.
      counting ??= attempt()
      const counted = await Promise.race([counting, setTimeout(timeoutMs, undefined, { ref: false })])
      this.reset()
      if (typeof counted === 'number') this.set(counted)
      else for (const [state, number] of Object.entries(counted ?? {})) this.set({ state }, number)
    },
  })
}
