import { setImmediate } from 'node:timers/promises'
import { batched, vector } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { FeedPage } from './feed.ts'
import { readPage } from './sections.ts'

/** A page as the index keeps it; `sections` is JSON. */
export interface PageRow {
  id: string
  title: string
  sections: string
  vector: string
}

/** Bounds the memory of one insert, whatever the pages are. */
const statement = { items: 100, bytes: 2 * 1024 ** 2 } as const

/** The rows of pages that are kept; others get their turn in between, since each takes milliseconds. */
export async function rowsOf(pages: readonly FeedPage[]): Promise<PageRow[]> {
  const rows: PageRow[] = []
  for (const page of pages) {
    rows.push(rowOf(page))
    await setImmediate()
  }
  return rows
}

function rowOf(page: FeedPage): PageRow {
  const { id, title } = page
  const { headings, body, sections } = readPage(page)
  return { id, title, sections: JSON.stringify(sections), vector: vector({ title, headings, body }) }
}

const bytesOf = ({ title, sections, vector }: PageRow) => title.length + sections.length + vector.length

/** Writes pages of a revision into the index, in statements of bounded size. */
export async function writePages(sql: Sql, spaceId: string, revision: string, rows: readonly PageRow[]): Promise<void> {
  for await (const batch of batched(rows, statement, bytesOf)) {
    const all = (name: keyof PageRow) => batch.map((row) => row[name])
    await raw`
      insert into page (space_id, id, revision, title, sections, vector)
      select ${spaceId}, id, ${revision}, title, sections, vector from unnest(
        ${all('id')}::text[], ${all('title')}::text[], ${all('sections')}::jsonb[], ${all('vector')}::tsvector[]
      ) as page (id, title, sections, vector)
      on conflict (space_id, id) do update set
        revision = excluded.revision,
        title = excluded.title,
        sections = excluded.sections,
        vector = excluded.vector`.execute(sql)
  }
}

/** Takes pages of a space out of the index. */
export async function removePages(sql: Sql, spaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await raw`delete from page where space_id = ${spaceId} and id = any(${ids}::text[])`.execute(sql)
}

/** Takes pages of a space out of the index that are not of `revision`, so many at most; answers how many it took. */
export async function removeOthers(sql: Sql, spaceId: string, revision: string | null, most: number): Promise<number> {
  const { numAffectedRows } = await raw`
    delete from page where space_id = ${spaceId} and id = any(array(
      select id from page where space_id = ${spaceId} and revision is distinct from ${revision}::text
      limit ${most}))`.execute(sql)
  return Number(numAffectedRows)
}
