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
  const { start, end } = rowsOf(page)
  const ranked = Math.min(end, bestPages)
  const { pages, count } = await find(index, searched, text, ranked, (all) => all.slice(start, end))
  return { rows: placed(start, pages), count: count < bestPages ? count : undefined }
}

/** The same, grouped by space, the space with the best page first. */
export async function searchSpaces(
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  page: Page,
): Promise<FoundRows<FoundSpace>> {
  const { start, end } = rowsOf(page)
  let spaces = 0
  const { pages, count } = await find(index, searched, text, bestPages, (all) => {
    const groups = grouped(all)
    spaces = groups.length
    return groups.slice(start, end).flatMap((group) => group.pages.slice(0, pagesShown))
  })
  return { rows: placed(start, grouped(pages)), count: count < bestPages ? spaces : undefined }
}

/** Ranks at most `limit` pages; what `described` leaves out of them is not read. */
const find = (
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  limit: number,
  described: <Item extends { space: string }>(ranked: readonly Item[]) => readonly Item[],
) => index.search({ ...searched, text, options: { prefixLast: true, limit, described } })

const grouped = <Item extends { space: string }>(ranked: readonly Item[]) =>
  [...Map.groupBy(ranked, ({ space }) => space)].map(([spaceId, pages]) => ({ spaceId, pages }))

/** A position is where the next page begins. */
const placed = <Item extends object>(start: number, items: readonly Item[]) =>
  items.map((item, index) => ({ ...item, position: start + index + 1 }))

/** The rows of a page, and one more: then there is a next page. */
function rowsOf(page: Page): { start: number; end: number } {
  const start = startOf(page)
  return { start, end: start + page.limit + 1 }
}

function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}
