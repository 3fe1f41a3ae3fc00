import { type Generated, type Kysely, sql as raw } from 'kysely'
import type { PageEntry } from '../revisions/entries.ts'
import type { Change } from '../trees/diff.ts'
import { type PageIndexTables, removePages } from './page-index.ts'

/** Live pages that are not in the index yet, with what is to be indexed of them (docs/adr/0033). */
export interface DueTables extends PageIndexTables {
  page_index_due: {
    space_id: string
    page_id: string
    /** The revision that made it due: a later one makes it due anew. */
    revision: string
    page: DuePage
    due_at: Date
    taken_at: Date | null
    /** How often it failed. The next columns: when it is tried again, the error, and since when it is parked. */
    attempts: Generated<number>
    try_at: Date | null
    error: string | null
    parked_at: Date | null
  }
}

export type DuePage = Pick<PageEntry, 'title' | 'description' | 'hidden' | 'noIndex' | 'document'>

/** Statements stay small, whatever a merge brings. */
const pagesAtOnce = 2000

/**
 * Takes the pages that a revision changes out of the index and notes them to be indexed anew, in the transaction that
 * makes the revision live: search never shows outdated content. It costs a few statements, however much changed.
 */
export async function markDue(
  sql: Kysely<DueTables>,
  spaceId: string,
  revision: string,
  changes: ReadonlyMap<string, Change<PageEntry>>,
): Promise<void> {
  const changed = [...changes].filter(([, { before, after }]) => !(before && after && isSameToSearch(before, after)))
  for (let at = 0; at < changed.length; at += pagesAtOnce) {
    const some = changed.slice(at, at + pagesAtOnce)
    const live = some.flatMap(([id, { after }]) => (after ? [{ page_id: id, page: duePage(after) }] : []))
    const gone = some.flatMap(([id, { after }]) => (after ? [] : [id]))
    if (gone.length > 0)
      await raw`delete from page_index_due where space_id = ${spaceId} and page_id = any(${gone})`.execute(sql)
    // Before the pages leave the index: a process that is indexing an earlier state has then written it, or finds it
    // due.
    if (live.length > 0)
      await raw`
        insert into page_index_due (space_id, page_id, revision, page)
        select ${spaceId}, page_id, ${revision}, page
        from jsonb_to_recordset(${JSON.stringify(live)}::jsonb) as live(page_id text, page jsonb)
        order by page_id
        on conflict (space_id, page_id) do update
        set revision = excluded.revision, page = excluded.page, due_at = now(), taken_at = null,
          attempts = 0, try_at = null, error = null, parked_at = null`.execute(sql)
    await removePages(
      sql,
      spaceId,
      some.map(([id]) => id),
    )
  }
}

const seen = ['document', 'title', 'description', 'hidden', 'noIndex'] as const satisfies (keyof DuePage)[]

const isSameToSearch = (one: PageEntry, other: PageEntry) => seen.every((name) => one[name] === other[name])

const duePage = ({ title, description, hidden, noIndex, document }: PageEntry): DuePage => ({
  title,
  document,
  ...(description !== undefined && { description }),
  ...(hidden && { hidden }),
  ...(noIndex && { noIndex }),
})
