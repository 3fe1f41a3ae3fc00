import type { Metrics } from '@quire/kit'
import { Gauge } from 'prom-client'
import type { IndexSql } from './indexing.ts'

/** What an operator sees of the pages that are to be indexed. */
export function indexMetrics({ registry }: Pick<Metrics, 'registry'>, sql: () => IndexSql): void {
  new Gauge({
    name: 'quire_page_index_pages',
    help: 'Live pages that search does not find yet, by state: waiting, parked (given up until they change or are replayed)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const row = await sql()
        .selectFrom('page_index_due')
        .select(({ fn }) => [
          fn.countAll<string>().filterWhere('parked_at', 'is', null).as('waiting'),
          fn.countAll<string>().filterWhere('parked_at', 'is not', null).as('parked'),
        ])
        .executeTakeFirstOrThrow()
      this.set({ state: 'waiting' }, Number(row.waiting))
      this.set({ state: 'parked' }, Number(row.parked))
    },
  })
}
