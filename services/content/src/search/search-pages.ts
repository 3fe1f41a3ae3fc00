import { notOfThisList, type Page } from '@quire/kit'
import type { PageSelection, SearchIndex } from '@quire/search'

/** Pages that are ranked, and so can be found: the last page of results costs as much as the first. */
const maxPages = 500
const pagesPerSpace = 5
/** Pages that are ranked for visitors: each one is checked for visibility before it is presented. */
const maxPagesForVisitors = 100

/** The scope of a search: the spaces that the caller may read, in an index of at least this version. */
export interface SearchScope {
  organization: string
  version: string
  readable: string[]
  /** Aborted when the client disconnects; removes a queued search. */
  signal?: AbortSignal
}

export type FoundPage = Awaited<ReturnType<SearchIndex['search']>>['pages'][number]

export interface FoundSpace {
  spaceId: string
  /** The best pages of the space. */
  pages: FoundPage[]
}

/** Parts of a list for `listOf`: `after` of a row is `[position]`; `count` is undefined if there may be more. */
interface FoundRows<Item> {
  rows: (Item & { position: number })[]
  count: number | undefined
}

/** Searches the live pages of spaces, best first; hidden and noIndex pages are not found. */
export async function searchPages(
  index: SearchIndex,
  searched: SearchScope,
  text: string,
  page: Page,
): Promise<FoundRows<FoundPage>> {
  const range = rangeOf(page)
  const { pages, count } = await find(index, searched, text, Math.min(range.to, maxPages), range)
  return { rows: withPositions(range.from, pages), count: count < maxPages ? count : undefined }
}

/** Searches the live pages and groups them by space, at most `ofSpace` of each, the space with the best page first. */
export async function searchSpaces(
  index: SearchIndex,
  searched: SearchScope,
  text: string,
  page: Page,
  ofSpace = pagesPerSpace,
): Promise<FoundRows<FoundSpace>> {
  const range = { ...rangeOf(page), ofSpace }
  const { pages, count, spaces } = await find(index, searched, text, maxPages, range)
  return { rows: withPositions(range.from, grouped(pages)), count: count < maxPages ? spaces : undefined }
}

/** The wanted part of the list of answering spaces. */
interface SpaceRange {
  from: number
  limit: number
}

interface FoundSpaces {
  spaces: FoundSpace[]
  /** The number of all answering spaces; undefined if there may be more. */
  count: number | undefined
}

/** Searches a part of the list of answering spaces, with their best pages. */
export async function searchSomeSpaces(
  index: SearchIndex,
  searched: SearchScope,
  text: string,
  { from, limit }: SpaceRange,
): Promise<FoundSpaces> {
  const described = { from, to: from + limit, ofSpace: pagesPerSpace }
  const { pages, count, spaces } = await find(index, searched, text, maxPages, described)
  return { spaces: grouped(pages), count: count < maxPages ? spaces : undefined }
}

/**
 * Yields the best pages in parts, best first, for the caller to check their visibility. The first part has twice as
 * many as are enough, since some may be hidden. `isAll` is true if no answering page comes behind the part.
 */
export async function* candidatesForVisitors(index: SearchIndex, searched: SearchScope, text: string, enough?: number) {
  const step = Math.min(maxPagesForVisitors, enough === undefined ? maxPagesForVisitors : 2 * enough)
  for (let from = 0; from < maxPagesForVisitors; from += step) {
    const to = Math.min(from + step, maxPagesForVisitors)
    const { pages, count } = await find(index, searched, text, maxPagesForVisitors, { from, to })
    yield { pages, isAll: count <= to && count < maxPagesForVisitors }
  }
}

/** Groups pages by space, and returns a part of the spaces with their best pages. */
export function groupBySpace<Page extends { page: FoundPage }>(found: readonly Page[], { from, limit }: SpaceRange) {
  const spaces = [...Map.groupBy(found, ({ page }) => page.space)].map(([spaceId, pages]) => ({ spaceId, pages }))
  const part = spaces.slice(from, from + limit).map((one) => ({ ...one, pages: one.pages.slice(0, pagesPerSpace) }))
  return { spaces: part, count: spaces.length }
}

/** Ranks at most `limit` pages, and reads only those in the described range. */
const find = (index: SearchIndex, searched: SearchScope, text: string, limit: number, described: PageSelection) =>
  index.search({ ...searched, text, options: { prefixLast: true, limit, selection: described } })

const grouped = <Item extends { space: string }>(ranked: readonly Item[]) =>
  [...Map.groupBy(ranked, ({ space }) => space)].map(([spaceId, pages]) => ({ spaceId, pages }))

/** Adds to each row the position at which the next page of results begins. */
const withPositions = <Item extends object>(start: number, items: readonly Item[]) =>
  items.map((item, index) => ({ ...item, position: start + index + 1 }))

/** The range of the rows of a page, and one more, which tells that there is a next page. */
function rangeOf(page: Page): PageSelection {
  const from = startOf(page)
  return { from, to: from + page.limit + 1 }
}

function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}
