import { type SiteState, site } from '@quire/contracts'
import { notFound, tableSource } from '@quire/kit'
import { sql as raw, type Selectable, type UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { Sql, Tables, Writer } from '../database.ts'
import { siteAddress } from './site-address.ts'

export type SiteRow = Selectable<Tables['site']>

/** Converts a row to the state in its events. */
export function siteState(row: SiteRow, publicUrl: string): z.input<typeof SiteState> {
  return {
    id: row.id,
    version: Number(row.version),
    organizationId: row.organization_id,
    title: row.title,
    visibility: row.visibility === 'members' ? 'visitor-auth' : row.visibility,
    internal: row.visibility === 'members',
    published: row.published,
    address: siteAddress(row, publicUrl),
    agentsContext: row.agents_context,
    generation: Number(row.generation),
  }
}

/** A write, and the public address that the events name. */
export interface SiteWriter extends Writer {
  deps: { publicUrl: string }
}

/** Changes a site under its row's lock and emits the resulting state. */
export async function changeSite({ sql, emit, deps }: SiteWriter, id: string, change: UpdateObject<Tables, 'site'>) {
  const row = await sql
    .updateTable('site')
    .set({ generation: generationAfter(change), ...change, version: raw<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emit(site.saved, siteState(row, deps.publicUrl))
  return row
}

/**
 * Raises the generation if the site loses visitors: it is taken offline, its audience changes, or it sees other claims
 * of its visitors.
 */
const generationAfter = ({
  published,
  visibility,
  adaptive_content,
}: UpdateObject<Tables, 'site'>) => raw<number>`generation + (
  published <> coalesce(${published ?? null}::boolean, published)
  or visibility <> coalesce(${visibility ?? null}::text, visibility)
  or coalesce(adaptive_content, true) <> coalesce(${adaptive_content ?? null}::boolean, adaptive_content, true)
)::int`

/** Ends all tokens of the published site. */
export const endVisits = (writing: SiteWriter, id: string) =>
  changeSite(writing, id, { generation: raw<number>`generation + 1` })

/** Returns the site; throws 404 if it was deleted meanwhile. */
export async function findSite(sql: Sql, id: string): Promise<SiteRow> {
  const row = await sql.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The site')
  return row
}

/** Serializes changes to a site and its content; throws 404 if the site was deleted meanwhile. */
export async function lockSite(sql: Sql, id: string): Promise<SiteRow> {
  const row = await sql.selectFrom('site').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The site')
  return row
}

export const siteSource = (publicUrl: string) =>
  tableSource(site, 'site', ['id'], (row: SiteRow) => siteState(row, publicUrl))

/** Deletes one row of a site and returns it; undefined if the site has no row with this id. */
export async function removeOnSite<Table extends 'share_link' | 'site_mcp_server' | 'site_section'>(
  sql: Sql,
  table: Table,
  { siteId, id }: { siteId: string; id: string },
): Promise<Selectable<Tables[Table]> | undefined> {
  const { rows } = await raw<Selectable<Tables[Table]>>`
    delete from ${raw.table(table)} where id = ${id} and site_id = ${siteId} returning *`.execute(sql)
  return rows[0]
}
