import type { Metrics } from '@quire/kit'
import { Gauge } from 'prom-client'
import type { Sql } from '../database.ts'
import { countBehind } from './spaces-to-search.ts'

/** Registers the metrics of spaces that wait to be indexed. */
export function indexMetrics({ registry }: Pick<Metrics, 'registry'>, sql: () => Sql): void {
  new Gauge({
    name: 'quire_search_spaces',
    help: 'Spaces whose live content search does not find whole yet, by state: waiting, parked (given up until they are replayed)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { waiting, parked } = await countBehind(sql())
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'parked' }, parked)
    },
  })
}
