import { notOfThisList, type Page } from '@quire/kit'
import type { Described, SearchIndex } from '@quire/search'

/** The most pages that are ranked, and so the most that a search can find: the last page costs what the first does. */
const bestPages = 500
const pagesShown = 5
/** Of pages that some readers are not shown, each is looked at before it is told of. */
const bestPagesForVisitors = 100

/** What is searched: the spaces that the caller may read, in an index of at least this version. */
export interface SearchIn {
  organization: string
  version: number
  readable: string[]
  /** Of the request: where the caller leaves, a large search leaves the queue. */
  signal?: AbortSignal
}

export type FoundPage = Awaited<ReturnType<SearchIndex['search']>>['pages'][number]

export interface FoundSpace {
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
  const shown = shownOn(page)
  const { pages, count } = await find(index, searched, text, Math.min(shown.to, bestPages), shown)
  return { rows: placed(shown.from, pages), count: count < bestPages ? count : undefined }
}

/** The same, grouped by space, the space with the best page first. */
export async function searchSpaces(
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  page: Page,
): Promise<FoundRows<FoundSpace>> {
  const shown = { ...shownOn(page), ofSpace: pagesShown }
  const { pages, count, spaces } = await find(index, searched, text, bestPages, shown)
  return { rows: placed(shown.from, grouped(pages)), count: count < bestPages ? spaces : undefined }
}

/** From which of the answering spaces on how many are wanted. */
interface SpaceCut {
  from: number
  limit: number
}

interface FoundSpaces {
  spaces: FoundSpace[]
  /** Of all that answer; undefined where there may be more. */
  count: number | undefined
}

/** Some of the spaces that answer, with their best pages. */
export async function searchSomeSpaces(
  index: SearchIndex,
  searched: SearchIn,
  text: string,
  { from, limit }: SpaceCut,
): Promise<FoundSpaces> {
  const described = { from, to: from + limit, ofSpace: pagesShown }
  const { pages, count, spaces } = await find(index, searched, text, bestPages, described)
  return { spaces: grouped(pages), count: count < bestPages ? spaces : undefined }
}

/**
 * The best pages, best first, in parts of which each is looked at before it is told of: the first has twice of what is
 * enough, since some may not be shown. `isAll`: no page that answers comes behind it.
 */
export async function* pagesForVisitors(index: SearchIndex, searched: SearchIn, text: string, enough?: number) {
  const step = Math.min(bestPagesForVisitors, enough === undefined ? bestPagesForVisitors : 2 * enough)
  for (let from = 0; from < bestPagesForVisitors; from += step) {
    const to = Math.min(from + step, bestPagesForVisitors)
    const { pages, count } = await find(index, searched, text, bestPagesForVisitors, { from, to })
    yield { pages, isAll: count <= to && count < bestPagesForVisitors }
  }
}

/** Some of the spaces that pages are in, with the best of these. */
export function someSpacesOf<Page extends { page: FoundPage }>(found: readonly Page[], { from, limit }: SpaceCut) {
  const spaces = [...Map.groupBy(found, ({ page }) => page.space)].map(([spaceId, pages]) => ({ spaceId, pages }))
  const shown = spaces.slice(from, from + limit).map((one) => ({ ...one, pages: one.pages.slice(0, pagesShown) }))
  return { spaces: shown, count: spaces.length }
}

/** Ranks at most `limit` pages; what is not shown of them is not read. */
const find = (index: SearchIndex, searched: SearchIn, text: string, limit: number, described: Described) =>
  index.search({ ...searched, text, options: { prefixLast: true, limit, described } })

const grouped = <Item extends { space: string }>(ranked: readonly Item[]) =>
  [...Map.groupBy(ranked, ({ space }) => space)].map(([spaceId, pages]) => ({ spaceId, pages }))

/** A position is where the next page begins. */
const placed = <Item extends object>(start: number, items: readonly Item[]) =>
  items.map((item, index) => ({ ...item, position: start + index + 1 }))

/** The rows of a page, and one more: then there is a next page. */
function shownOn(page: Page): Described {
  const from = startOf(page)
  return { from, to: from + page.limit + 1 }
}

function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}
