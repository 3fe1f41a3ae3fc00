import { anyOf, notOfThisList, type Page } from '@quire/kit'
import { type Source, search } from '@quire/search'
import { type Expression, type Kysely, sql as raw, type SqlBool } from 'kysely'
import type { PageIndexTables } from './page-index.ts'
import { answering, type FoundSection } from './sections.ts'

/** The most pages that are ranked, and so the most that a search can find: the last page costs what the first does. */
const bestPages = 500
const pagesShown = 5

export interface FoundPage {
  spaceId: string
  id: string
  title: string
  /** The sections that answer, best first. */
  sections: FoundSection[]
}

interface FoundSpace {
  spaceId: string
  /** Its best pages. */
  pages: FoundPage[]
}

/** Parts of a list for `listOf`: `after` of a row is `[position]`; `count` is undefined where there may be more. */
interface FoundRows<Item> {
  rows: (Item & { position: number })[]
  count: number | undefined
}

/** Searches the live pages of a space, best first; hidden and noIndex pages are not found. */
export async function searchSpace(
  sql: Kysely<PageIndexTables>,
  spaceId: string,
  query: string,
  page: Page,
): Promise<FoundRows<FoundPage>> {
  const ranked = await rankedKeys(sql, raw<SqlBool>`space_id = ${spaceId}`, query)
  const { cut, count } = cutTo(page, ranked)
  const pages = await describe(
    sql,
    cut.map(({ item }) => item),
    query,
  )
  return { rows: cut.flatMap(({ item, position }) => withPosition(pages.get(item), position)), count }
}

/**
 * Searches the live pages of several spaces, grouped by space, the space with the best page first.
 * `spaceIds` is a subquery of the ids that the caller may read: what they may not see is never ranked.
 */
export async function searchSpaces(
  sql: Kysely<PageIndexTables>,
  spaceIds: Expression<unknown>,
  query: string,
  page: Page,
): Promise<FoundRows<FoundSpace>> {
  const ranked = await rankedKeys(sql, raw<SqlBool>`space_id in ${spaceIds}`, query)
  const bySpace = Map.groupBy(ranked, (key) => key.slice(0, key.indexOf('/')))
  const { cut, count } = cutTo(page, [...bySpace], ranked.length)
  const shown = cut.flatMap(({ item: [, keys] }) => keys.slice(0, pagesShown))
  const pages = await describe(sql, shown, query)
  const rows = cut.map(({ item: [spaceId, keys], position }) => ({
    spaceId,
    pages: keys.slice(0, pagesShown).flatMap((key) => pages.get(key) ?? []),
    position,
  }))
  return { rows, count }
}

async function rankedKeys(
  sql: Kysely<PageIndexTables>,
  visible: Expression<SqlBool>,
  query: string,
): Promise<string[]> {
  const source: Source = {
    from: raw.table('page_index'),
    id: raw.ref('page_index.key'),
    vector: raw.ref('page_index.vector'),
    title: raw.ref('page_index.title'),
    where: raw<SqlBool>`${visible} and vector is not null`,
  }
  const ranked = await search(sql, source, query, { candidates: bestPages, prefixLast: true })
  return ranked.map(({ candidate }) => candidate.id)
}

interface PlacedItem<Item> {
  item: Item
  /** Its place in the ranking plus one: where the next page begins. */
  position: number
}

/** One row more than the page's limit, where there is one; `considered` is how many were ranked. */
function cutTo<Item>(page: Page, ranked: Item[], considered = ranked.length) {
  const start = startOf(page)
  const placed = ranked.map((item, index): PlacedItem<Item> => ({ item, position: index + 1 }))
  const count = considered < bestPages ? ranked.length : undefined
  return { cut: placed.slice(start, start + page.limit + 1), count }
}

function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}

const withPosition = (page: FoundPage | undefined, position: number) => (page ? [{ ...page, position }] : [])

async function describe(sql: Kysely<PageIndexTables>, keys: string[], query: string): Promise<Map<string, FoundPage>> {
  const rows = await sql
    .selectFrom('page_index')
    .select(['key', 'space_id', 'page_id', 'title', 'sections'])
    .where('key', '=', anyOf(keys))
    .execute()
  return new Map(
    rows.map(({ key, space_id, page_id, title, sections }) => [
      key,
      { spaceId: space_id, id: page_id, title, sections: answering(sections, query) },
    ]),
  )
}
