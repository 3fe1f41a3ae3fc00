import { withDatabase } from '../database.ts'
import type { Quire } from '../system.ts'
import { indexed, spacesIn } from './organizations.ts'

const emptied = `
  do $$ declare kept record; begin
    for kept in select tablename from pg_tables where schemaname = 'public' and tablename not like '%migrations%'
    loop execute format('truncate %I cascade', kept.tablename); end loop;
  end $$`

/**
 * How long ai takes, in seconds, from a kill on an emptied database until it holds all spaces again: the supervisor starts
 * it, the owners repeat what they own, and it reads every page.
 */
export async function rebuildSeconds(quire: Quire, signal: AbortSignal): Promise<number> {
  const spaces = await spacesIn(quire)
  await withDatabase(quire.services.ai.databaseUrl, async (database) => {
    quire.kill('ai')
    await database.query(emptied)
  })
  const begun = performance.now()
  await indexed(quire, spaces, signal)
  return (performance.now() - begun) / 1000
}
