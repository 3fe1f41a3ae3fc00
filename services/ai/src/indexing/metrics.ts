import type { Metrics } from '@quire/kit'
import { Counter, Gauge } from 'prom-client'
import type { Sql } from '../database.ts'
import { countSpaces } from './count-spaces.ts'

/** Metrics of the queue of spaces (docs/operations.md#metrics). */
export function indexMetrics({ registry }: Pick<Metrics, 'registry'>, sql: () => Sql) {
  const registers = [registry]
  const failures = new Counter({
    name: 'quire_index_failures_total',
    help: 'Attempts to index a part of a space that failed',
    registers,
  })
  new Gauge({
    name: 'quire_index_spaces',
    help: 'Spaces by the state of their index: indexed, waiting, parked (given up until they change or are replayed)',
    labelNames: ['state'],
    registers,
    async collect() {
      const { indexed, waiting, parked } = await countSpaces(sql())
      this.set({ state: 'indexed' }, indexed)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'parked' }, parked)
    },
  })
  return { failed: () => failures.inc() }
}
