import { expect } from '@jest/globals'
import type { World } from '@quire/world'
import { type Kysely, sql } from 'kysely'

/** Tables that change without a write: those of the kit, of the workers of ai and content, and of their events. */
const bookkeeping = [
  ...['outbox', 'projected', 'projector_position', 'dead_letter', 'resync_run', 'audit_event'],
  ...['page', 'search_index', 'search_segment', 'search_space', 'counter_mark', 'counter_due'],
  ...['conversation_queue'],
  ...['link', 'link_resource', 'link_space', 'link_target'],
  'integration_event',
  ...['space_counter_mark', 'space_counter_turn', 'space_counters'],
]

/** Columns of other tables that jobs update. */
const jobColumns = [
  ...['sections', 'links', 'targets', 'round', 'cluster_id'],
  ...['dns_status', 'dns_failures', 'dns_failing_since', 'dns_due_at'],
]

type Databases = [name: string, sql: Kysely<never>][]

/** Does `work`, and throws if that changed a row in any service. */
export type WritesNothing = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Watches the rows of all services. From now on each write of a row increments a counter of its database, so rows are read
 * and compared only if a counter has changed: reading all rows takes longer than most tests.
 */
export async function watchRows(world: World): Promise<WritesNothing> {
  const databases: Databases = Object.entries(world.services).map(([name, { foundation }]) => [
    name,
    foundation.database.em.fork().getKysely() as unknown as Kysely<never>,
  ])
  await Promise.all(databases.map(([, database]) => countWrites(database)))
  let known = { writes: '', rows: {} as Record<string, string> }
  const look = async () => {
    const writes = await writesIn(databases)
    if (writes !== known.writes) known = { writes, rows: await countRows(databases) }
    return known.rows
  }
  return async (work) => {
    const before = await look()
    const result = await work()
    expect(await look()).toEqual(before)
    return result
  }
}

/** A sequence counts at once, rolled-back writes too: it may change without a write, but no write is missed. */
async function countWrites(database: Kysely<never>): Promise<void> {
  await sql`create sequence test_writes`.execute(database)
  await sql`create function test_count_write() returns trigger language plpgsql
    as 'begin perform nextval(''public.test_writes''); return null; end'`.execute(database)
  for (const table of await tablesOf(database))
    await sql`create trigger test_writes after insert or update or delete on ${sql.table(table)}
      for each row execute function test_count_write()`.execute(database)
}

async function writesIn(databases: Databases): Promise<string> {
  const counts = databases.map(([, database]) =>
    sql<{ count: string }>`select last_value || ' ' || is_called as count from test_writes`.execute(database),
  )
  return (await Promise.all(counts)).map(({ rows }) => rows[0]?.count).join()
}

/** A partition has the triggers and the rows of its table. */
async function tablesOf(database: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(database)
  return rows.map(({ name }) => name).filter((name) => !bookkeeping.includes(name))
}

/** The number of rows of each table, with a sum over their contents without the columns that jobs update. */
async function countRows(databases: Databases): Promise<Record<string, string>> {
  const counts = await Promise.all(
    databases.map(async ([service, database]) => {
      const sums = (await tablesOf(database)).map(
        (table) =>
          sql<{ name: string; count: string }>`
          select ${sql.lit(`${service}.${table}`)} as name, count(*) || ' rows, ' ||
            coalesce(sum(hashtextextended((to_jsonb(t) - ${jobColumns}::text[])::text, 0)), 0) as count
          from ${sql.table(table)} t`,
      )
      return (await sql.join<{ name: string; count: string }>(sums, sql` union all `).execute(database)).rows
    }),
  )
  return Object.fromEntries(counts.flat().map(({ name, count }) => [name, count]))
}
