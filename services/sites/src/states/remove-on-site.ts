import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'

/** Takes one row away that a site has, and answers it; undefined where the site has none with this id. */
export async function removeOnSite<Table extends 'share_link' | 'site_mcp_server' | 'site_section'>(
  sql: Sql,
  table: Table,
  { siteId, id }: { siteId: string; id: string },
): Promise<Selectable<Tables[Table]> | undefined> {
  const { rows } = await raw<Selectable<Tables[Table]>>`
    delete from ${raw.table(table)} where id = ${id} and site_id = ${siteId} returning *`.execute(sql)
  return rows[0]
}
