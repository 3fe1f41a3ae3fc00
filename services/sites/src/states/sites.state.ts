import { type SiteState, site } from '@quire/contracts'
import { notFound, tableSource } from '@quire/kit'
import { sql as raw, type Selectable, type UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { Writer } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { siteAddress } from './site-address.ts'

export type SiteRow = Selectable<Tables['site']>

/** What the row says, as the event tells it. */
export function siteState(row: SiteRow, publicUrl: string): z.input<typeof SiteState> {
  return {
    id: row.id,
    version: Number(row.version),
    organizationId: row.organization_id,
    title: row.title,
    visibility: row.visibility,
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

/** Changes a site under its row's lock and tells the state that results. */
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

/** One more where the site loses its readers: it is taken offline, others read it, or it sees other claims of them. */
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

/** The site as it now is; 404 where it went away meanwhile. */
export async function findSite(sql: Sql, id: string): Promise<SiteRow> {
  const row = await sql.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The site')
  return row
}

/** Makes changes to one site and to what is on it take turns; 404 where it went away meanwhile. */
export async function lockSite(sql: Sql, id: string): Promise<SiteRow> {
  const row = await sql.selectFrom('site').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The site')
  return row
}

export const siteSource = (publicUrl: string) =>
  tableSource(site, 'site', ['id'], (row: SiteRow) => siteState(row, publicUrl))
