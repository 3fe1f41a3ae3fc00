import { isParked } from '@quire/search'
import type { Sql } from '../database.ts'

/** Counts the spaces whose latest known revision is indexed, those that wait to be read, and those that are parked. */
export async function countSpaces(sql: Sql): Promise<{ indexed: number; waiting: number; parked: number }> {
  const rows = await sql
    .selectFrom('search_space')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('pending', '=', false).as('indexed'),
      fn.countAll<string>().filterWhere('pending', '=', true).filterWhere(isParked, '=', false).as('waiting'),
      fn.countAll<string>().filterWhere('pending', '=', true).filterWhere(isParked, '=', true).as('parked'),
    ])
    .executeTakeFirst()
  return {
    indexed: Number(rows?.indexed ?? 0),
    waiting: Number(rows?.waiting ?? 0),
    parked: Number(rows?.parked ?? 0),
  }
}
