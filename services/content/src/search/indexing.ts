import { batched } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import { type Kysely, type RawBuilder, sql as raw } from 'kysely'
import type { TextParser } from '../parsing.ts'
import type { DocumentTables } from '../revisions/documents.ts'
import type { DuePage, DueTables } from './due.ts'
import { countingFailures, type DueAttempt, isFree } from './due-failures.ts'
import type { IndexRow } from './rows.ts'

export type IndexSql = Kysely<DueTables & DocumentTables>

/** How much a killed process leaves to be done again. */
const pagesAtOnce = 20
/** Bounds the memory of one insert, whatever the pages are. */
const statement = { items: pagesAtOnce, bytes: 2 * 1024 ** 2 } as const

/** Where texts and index are, and who reads the texts. */
export interface IndexParts {
  sql: IndexSql
  parser: TextParser
}

type DueRow = IndexRow & { revision: string }

interface TakenPage extends DueAttempt {
  page: DuePage
  markdown: string | null
}

/** Which pages are taken first: the job takes the oldest, a search the newest, which its reader has just written. */
type DueOrder = 'oldest' | 'newest'

/**
 * Indexes some of the pages of a space that are due and that nobody else has taken; answers how many. A page that
 * changes meanwhile stays due: it comes into the index only in the state that is still due.
 */
export async function indexSome({ sql, parser }: IndexParts, spaceId: string, first: DueOrder): Promise<number> {
  const order = raw.raw(first === 'newest' ? 'desc' : 'asc')
  const fresh = await takeSome(sql, spaceId, order, { where: raw`attempts = 0`, most: pagesAtOnce })
  // What failed comes back one by one: then it is known which page it was.
  const taken = fresh.length > 0 ? fresh : await takeSome(sql, spaceId, order, { where: raw`attempts > 0`, most: 1 })
  await countingFailures(sql, spaceId, taken, async () => {
    const all = await dueRows(parser, taken)
    for await (const rows of batched(all, statement, bytesOf)) await putRows(sql, spaceId, rows)
  })
  return taken.length
}

/** A page that cannot be read is found by its title. */
async function dueRows(parser: TextParser, taken: TakenPage[]): Promise<DueRow[]> {
  const pages = taken.map(({ page_id, page, markdown }) => ({ ...page, id: page_id, markdown: markdown ?? '' }))
  const read = await parser.runEach(
    'rowOf',
    pages.map((page) => [page]),
  )
  const rows = await valuesOf(pages, read, (page) => parser.run('rowOf', { ...page, markdown: '' }))
  const revisions = new Map(taken.map(({ page_id, revision }) => [page_id, revision]))
  return rows.map((row) => ({ ...row, revision: revisions.get(row.page_id) ?? '' }))
}

/** About what a row takes in the statement. */
const bytesOf = ({ title, sections, vector }: DueRow): number =>
  sections.reduce((sum, { titles, text }) => sum + titles.join().length + text.length, title.length) +
  (vector?.length ?? 0)

async function takeSome(
  sql: IndexSql,
  spaceId: string,
  order: RawBuilder<unknown>,
  { where, most }: { where: RawBuilder<unknown>; most: number },
): Promise<TakenPage[]> {
  const { rows } = await raw<TakenPage>`
    with taken as (
      update page_index_due set taken_at = now()
      where space_id = ${spaceId} and page_id in (
        select page_id from page_index_due
        where space_id = ${spaceId} and ${where} and ${isFree}
        order by due_at ${order}, page_id limit ${raw.lit(most)} for no key update skip locked
      )
      returning page_id, revision, page, attempts
    )
    select taken.page_id, taken.revision, taken.page, taken.attempts, document.markdown
    from taken join space on space.id = ${spaceId}
    left join document on document.store = space.store and document.hash = taken.page ->> 'document'`.execute(sql)
  return rows
}

/** Puts those of the rows that are still due into the index. One statement, so a page is either due or indexed. */
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
