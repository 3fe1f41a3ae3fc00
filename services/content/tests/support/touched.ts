import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../src/database.ts'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Pages of the database (8 kB) that a query touches. */
export async function touched(sql: Sql, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await raw<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (analyze, buffers, format json) ${query}`.execute(sql)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
