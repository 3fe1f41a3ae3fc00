import type pg from 'pg'
import { Gauge, Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'

/** Observes how long a caller of a pool waits, because all of its connections are in use. */
export type ObserveWait = (pool: pg.Pool, connecting: Promise<unknown>) => void

/** Measures pools by their names: the connections that are open, in use and allowed, and the callers that wait for one. */
export function measurePools({ registry }: Pick<Metrics, 'registry'>, pools: pg.Pool[]): ObserveWait {
  const registers = [registry]
  const nameOf = ({ options }: pg.Pool) => options.application_name ?? ''
  const gauge = (name: string, help: string, measureOf: (pool: pg.Pool) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['pool'], registers },
      collect() {
        for (const pool of pools) this.set({ pool: nameOf(pool) }, measureOf(pool))
      },
    })
  gauge('quire_database_connections', 'Open connections to the database', (pool) => pool.totalCount)
  gauge('quire_database_connections_used', 'Connections in use', (pool) => pool.totalCount - pool.idleCount)
  gauge('quire_database_connections_max', 'Connections that the pool opens at most', (pool) => pool.options.max)
  gauge('quire_database_waiting', 'Callers that wait for a connection', (pool) => pool.waitingCount)
  const waits = new Histogram({
    name: 'quire_database_wait_seconds',
    help: 'Time that callers waited for a connection; those who found a free one are not counted',
    labelNames: ['pool'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  for (const pool of pools) waits.zero({ pool: nameOf(pool) })
  return (pool, connecting) => {
    const end = waits.startTimer({ pool: nameOf(pool) })
    // The caller handles a failure; the wait counts either way.
    const observe = () => void end()
    connecting.then(observe, observe)
  }
}
