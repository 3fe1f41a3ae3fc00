import { batched } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { FeedPage } from './feed.ts'
import type { PageRow } from './rows.ts'

/** Bounds the memory of one insert, whatever the pages are. */
const statement = { items: 100, bytes: 2 * 1024 ** 2 } as const

/** The rows of pages that are kept; one that cannot be read is found by its title. */
export async function pageRows(parser: TextParser, pages: readonly FeedPage[]): Promise<PageRow[]> {
  const given = pages.map(({ id, title, markdown }) => ({ id, title, markdown }))
  const read = await parser.runEach(
    'rowOf',
    given.map((page) => [page]),
  )
  return valuesOf(given, read, (page) => parser.run('rowOf', { ...page, markdown: '' }))
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
