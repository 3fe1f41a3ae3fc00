import type { World } from '@quire/world'
import { type Kysely, sql } from 'kysely'

/** What the kit keeps for itself: it changes without anybody writing. */
const bookkeeping = ['outbox', 'projected', 'projector_position', 'dead_letter']

/** How many rows each table of each service has. */
export async function countRows(world: World): Promise<Record<string, number>> {
  const counts = await Promise.all(
    Object.entries(world.services).map(async ([name, { foundation }]) => {
      const database = foundation.database.em.fork().getKysely() as unknown as Kysely<never>
      const { rows } = await sql<{ table: string; count: number }>`
        select table_name as table, (xpath('/row/c/text()', query_to_xml(
          format('select count(*) as c from %I', table_name), false, true, '')))[1]::text::int as count
        from information_schema.tables where table_schema = 'public'`.execute(database)
      return rows
        .filter(({ table }) => !bookkeeping.includes(table))
        .map(({ table, count }): [string, number] => [`${name}.${table}`, count])
    }),
  )
  return Object.fromEntries(counts.flat())
}
