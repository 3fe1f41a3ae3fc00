import { hash } from 'node:crypto'
import { lruOptions } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { type ListQuery, rangeOf } from './lists.ts'

/** Time after which a client that asks for the next page is answered as if it asked for any. */
const rememberedMs = 5 * 60_000
/** Enough for 1,000 lists. */
const maxListBytes = 1_000_000
const listBytes = 1000

/** The end of the last page of a list. */
interface ListEnd {
  /** The number of items in the whole list, as it was when its first page was read. */
  total: number
  /** The index at which the next page starts, and the id of the last item before it. */
  startIndex: number
  after: string
}

/**
 * Remembers how far clients have read lists, in this process. The protocol numbers pages by their first item; with the item
 * before, the next page costs what the first one costs.
 */
export interface RememberedPages {
  /** Returns the end of the page before this one, if the same client has just read it. */
  before(list: RememberedList): ListEnd | undefined
  remember(list: RememberedList, end: ListEnd): void
}

interface RememberedList {
  kind: 'Users' | 'Groups'
  organizationId: string
  tokenId: string | undefined
  query: ListQuery
}

/** The dependency of handlers that list resources. */
export interface RememberedPagesNeeds {
  rememberedPages: RememberedPages
}

/** The rows of a page: those behind an item, or by number from the beginning. */
interface PageRange {
  after: string | undefined
  offset: number
  limit: number
}

/**
 * Reads a page of a list in the order of ids, and the number of all items. Only a page that another client, or this one a
 * while ago, has not led to is counted and read from the beginning.
 */
export async function readPage<Row extends { id: string }>(
  pages: RememberedPages,
  list: RememberedList,
  { rowsIn, count }: { rowsIn: (range: PageRange) => Promise<Row[]>; count: () => Promise<number> },
): Promise<{ rows: Row[]; total: number }> {
  const end = pages.before(list)
  const { offset, limit } = rangeOf(list.query)
  const rows = await rowsIn({ after: end?.after, offset: end ? 0 : offset, limit })
  const total = end?.total ?? (await count())
  const last = rows.at(-1)
  if (last) pages.remember(list, { total, startIndex: offset + rows.length + 1, after: last.id })
  return { rows, total }
}

export function rememberPages(now: () => Date): RememberedPages {
  const ends = new LRUCache<string, ListEnd>({
    ...lruOptions(maxListBytes, listBytes),
    ttl: rememberedMs,
    perf: { now: () => now().getTime() },
  })
  return {
    before(list) {
      const end = ends.get(keyOf(list))
      return end?.startIndex === list.query.startIndex ? end : undefined
    },
    remember: (list, end) => void ends.set(keyOf(list), end),
  }
}

const keyOf = ({ kind, organizationId, tokenId, query }: RememberedList) =>
  hash('sha256', JSON.stringify([kind, organizationId, tokenId, query.filter]), 'base64url')
