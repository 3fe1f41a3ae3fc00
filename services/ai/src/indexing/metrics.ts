import type { Metrics } from '@quire/kit'
import { isParked } from '@quire/search'
import { Counter, Gauge } from 'prom-client'
import type { Sql } from '../database.ts'

/** What an operator sees of the queue of spaces. */
export function indexMetrics({ registry }: Pick<Metrics, 'registry'>, sql: () => Sql) {
  const registers = [registry]
  const failures = new Counter({
    name: 'quire_index_failures_total',
    help: 'Attempts to index a part of a space that failed',
    registers,
  })
  new Gauge({
    name: 'quire_index_spaces',
    help: 'Spaces whose index is behind, by state: waiting, parked (given up until they change or are replayed)',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, parked } = await countSpaces(sql())
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'parked' }, parked)
    },
  })
  return { failed: () => failures.inc() }
}

async function countSpaces(sql: Sql): Promise<{ waiting: number; parked: number }> {
  const rows = await sql
    .selectFrom('search_space')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere(isParked, '=', false).as('waiting'),
      fn.countAll<string>().filterWhere(isParked, '=', true).as('parked'),
    ])
    .where('pending', '=', true)
    .executeTakeFirst()
  return { waiting: Number(rows?.waiting ?? 0), parked: Number(rows?.parked ?? 0) }
}
