import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Counts the pages of the database (8 kB each) that a query touches. */
export async function pagesTouched(db: QueryExecutorProvider, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (analyze, buffers, format json) ${query}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
