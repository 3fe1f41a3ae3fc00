import type { World } from '@quire/world'
import { type Kysely, sql } from 'kysely'

/** Tables of the kit, of the workers of ai and content, and of what they tell: they change without a write. */
const bookkeeping = [
  ...['outbox', 'projected', 'projector_position', 'dead_letter', 'resync_run'],
  ...['page', 'search_index', 'search_segment', 'search_space', 'counter_mark', 'counter_due'],
  ...['link', 'link_resource', 'link_space', 'link_target'],
  ...['space_counter_mark', 'space_counter_turn', 'space_counters'],
]

/** The number of rows of each table of each service, with a sum over their contents but for what jobs keep there. */
export async function countRows(world: World): Promise<Record<string, string>> {
  const counts = await Promise.all(
    Object.entries(world.services).map(async ([name, { foundation }]) => {
      const database = foundation.database.em.fork().getKysely() as unknown as Kysely<never>
      const { rows } = await sql<{ table: string; count: string }>`
        select table_name as table, (xpath('/row/c/text()', query_to_xml(format(
          'select count(*) || '' rows, '' || coalesce(sum(hashtextextended((to_jsonb(t) - ''{sections,links,targets}''::text[])::text, 0)), 0) as c from %I t', table_name
        ), false, true, '')))[1]::text as count
        from information_schema.tables where table_schema = 'public'`.execute(database)
      return rows
        .filter(({ table }) => !bookkeeping.includes(table))
        .map(({ table, count }): [string, string] => [`${name}.${table}`, count])
    }),
  )
  return Object.fromEntries(counts.flat())
}
