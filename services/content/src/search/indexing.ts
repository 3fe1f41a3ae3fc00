import { setImmediate } from 'node:timers/promises'
import { batched } from '@quire/search'
import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { DocumentTables } from '../revisions/documents.ts'
import type { DuePage, DueTables } from './due.ts'
import { type IndexRow, rowOf } from './page-index.ts'

export type IndexSql = Kysely<DueTables & DocumentTables>

/** How much a killed process leaves to be done again. */
const pagesAtOnce = 20
/** Bounds the memory of one insert, whatever the pages are. */
const statement = { items: pagesAtOnce, bytes: 2 * 1024 ** 2 } as const
/** Who took pages and has not indexed them by then was killed. */
const abandonedAfter = '1 minute'

export type DueRow = IndexRow & { revision: string }

interface TakenPage {
  page_id: string
  revision: string
  page: DuePage
  markdown: string | null
}

/** Which pages are taken first: the job takes the oldest, a search the newest, which its reader has just written. */
export type DueOrder = 'oldest' | 'newest'

/**
 * Indexes some of the pages of a space that are due and that nobody else has taken; answers how many. What changes
 * meanwhile stays due: only what is still due in the state that was read comes into the index.
 */
export async function indexSome(sql: IndexSql, spaceId: string, first: DueOrder): Promise<number> {
  const taken = await takeSome(sql, spaceId, raw.raw(first === 'newest' ? 'desc' : 'asc'))
  for await (const rows of batched(rowsOf(taken), statement, bytesOf)) await putRows(sql, spaceId, rows)
  return taken.length
}

async function* rowsOf(pages: TakenPage[]): AsyncGenerator<DueRow> {
  for (const { page_id, revision, page, markdown } of pages) {
    yield { ...rowOf({ ...page, id: page_id, markdown: markdown ?? '' }), revision }
    // Parsing takes milliseconds a page: other requests get their turn in between.
    await setImmediate()
  }
}

/** About what a row takes in the statement. */
const bytesOf = ({ title, sections, vector }: DueRow): number =>
  sections.reduce((sum, { titles, text }) => sum + titles.join().length + text.length, title.length) +
  (vector?.length ?? 0)

async function takeSome(sql: IndexSql, spaceId: string, order: RawBuilder<unknown>): Promise<TakenPage[]> {
  const { rows } = await raw<TakenPage>`
    with taken as (
      update page_index_due set taken_at = now()
      where space_id = ${spaceId} and page_id in (
        select page_id from page_index_due
        where space_id = ${spaceId} and (taken_at is null or taken_at < now() - interval '${raw.raw(abandonedAfter)}')
        order by due_at ${order}, page_id limit ${raw.lit(pagesAtOnce)} for no key update skip locked
      )
      returning page_id, revision, page
    )
    select taken.page_id, taken.revision, taken.page, document.markdown
    from taken join space on space.id = ${spaceId}
    left join document on document.store = space.store and document.hash = taken.page ->> 'document'`.execute(sql)
  return rows
}

/** Puts what is still due of these into the index. One statement: a page is due, or in the index as it is. */
export async function putRows(sql: Kysely<DueTables>, spaceId: string, rows: readonly DueRow[]): Promise<void> {
  await raw`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(page_id text, revision text, title text, sections jsonb, targets jsonb, vector text)
    ), done as (
      delete from page_index_due due using given
      where due.space_id = ${spaceId} and due.page_id = given.page_id and due.revision = given.revision
      returning due.page_id
    )
    insert into page_index (space_id, page_id, title, sections, targets, vector)
    select ${spaceId}, page_id, title, sections, array(select jsonb_array_elements_text(targets)), vector::tsvector
    from given join done using (page_id)
    on conflict (space_id, page_id) do update set
      title = excluded.title, sections = excluded.sections, targets = excluded.targets, vector = excluded.vector
  `.execute(sql)
}
