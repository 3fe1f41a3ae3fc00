import { notOfThisList, type Page } from '@quire/kit'
import type { SearchIndex } from '@quire/search'

/** The most pages that are ranked, and so the most that a search can find: the last page costs what the first does. */
const bestPages = 500
const pagesShown = 5

/** What is searched: the spaces that the caller may read, in an index of at least this version. */
interface SearchIn {
  organization: string
  version: number
  readable: string[]
}

export type FoundPage = Awaited<ReturnType<SearchIndex['search']>>['pages'][number]

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

/** Searches the live pages of spaces, best first; hidden and noIndex pages are not found. */
export async function searchPages(
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  page: Page,
): Promise<FoundRows<FoundPage>> {
  const shown = <Item>(ranked: readonly Item[]) => ranked.slice(startOf(page), startOf(page) + page.limit)
  const { pages, count } = await find(index, searched, text, shown)
  return { rows: cutTo(page, pages), count: count < bestPages ? count : undefined }
}

/** The same, grouped by space, the space with the best page first. */
export async function searchSpaces(
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  page: Page,
): Promise<FoundRows<FoundSpace>> {
  const shown = <Item extends { space: string }>(ranked: readonly Item[]) =>
    grouped(ranked)
      .slice(startOf(page), startOf(page) + page.limit)
      .flatMap(({ pages }) => pages)
  const { pages, count } = await find(index, searched, text, shown)
  const spaces = grouped(pages)
  return { rows: cutTo(page, spaces), count: count < bestPages ? spaces.length : undefined }
}

const find = (
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  described: <Item extends { space: string; id: string }>(ranked: readonly Item[]) => readonly Item[],
) => index.search({ ...searched, text, options: { prefixLast: true, limit: bestPages, described } })

const grouped = <Item extends { space: string }>(ranked: readonly Item[]) =>
  [...Map.groupBy(ranked, ({ space }) => space)].map(([spaceId, pages]) => ({
    spaceId,
    pages: pages.slice(0, pagesShown),
  }))

/** One row more than the page's limit, where there is one; a position is where the next page begins. */
function cutTo<Item>(page: Page, ranked: readonly Item[]) {
  const start = startOf(page)
  return ranked.slice(start, start + page.limit + 1).map((item, index) => ({ ...item, position: start + index + 1 }))
}

function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}
