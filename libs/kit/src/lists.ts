import type { Cursor, Cursors } from './http/cursors.ts'

/** Counting stops here: beyond it `count` is left out rather than computed at any cost (docs/interface.md#lists). */
export const countedUpTo = 10_000

export interface Page {
  limit: number
  /** Undefined on the first page. */
  cursor: Cursor | undefined
}

interface ListParts<Row, Item> {
  page: Page
  cursors: Cursors
  /** One row more than the limit, where there is one. */
  rows: Row[]
  present: (row: Row) => Item
  /** The order keys of a row. */
  after: (row: Row) => Cursor['after']
  /** Asked on the first page only; undefined where it is unknown or beyond the bound. */
  count?: () => Promise<number | undefined>
}

/** Makes the envelope of a list out of `limit + 1` rows; `next` is absent on the last page. */
export async function listOf<Row, Item>({ page, cursors, rows, present, after, count }: ListParts<Row, Item>) {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const total = page.cursor ? page.cursor.count : await count?.()
  const more = rows.length > page.limit && last
  return {
    items: shown.map(present),
    ...(more && {
      next: { page: cursors.encode({ after: after(last), ...(total !== undefined && { count: total }) }) },
    }),
    ...(total !== undefined && { count: total }),
  }
}

/** Bytes of text in one page of a list. An item with more text than that is alone on its page. */
const pageTextBytes = 1024 ** 2

/** How many of the items have texts that fit into one answer together: one at least. */
export function countFitting(bytes: readonly number[], most = pageTextBytes): number {
  let left = most
  const tooMuch = bytes.findIndex((size, index) => {
    left -= size
    return left < 0 && index > 0
  })
  return tooMuch < 0 ? bytes.length : tooMuch
}

interface TextListParts<Row, Item> extends Omit<ListParts<Row, Item>, 'present' | 'after'> {
  /** Items by their ids, in any order; one that was deleted in between is left out. */
  show: (ids: string[]) => Promise<Item[]>
}

/**
 * The same for items that carry texts: `rows` say only how long these are (in bytes), and what does not fit into a page
 * is not read. A page that is full of text ends early, and the rest comes behind its cursor.
 */
export async function listOfTexts<Row extends { id: string; bytes: number }, Item extends { id: string }>({
  rows,
  page,
  show,
  ...parts
}: TextListParts<Row, Item>) {
  const limit = countFitting(rows.slice(0, page.limit).map(({ bytes }) => bytes))
  const shown = new Map((await show(rows.slice(0, limit).map(({ id }) => id))).map((item) => [item.id, item]))
  const list = await listOf({
    ...parts,
    page: { ...page, limit },
    rows: rows.slice(0, limit + 1),
    present: ({ id }) => shown.get(id),
    after: ({ id }) => [id],
  })
  return { ...list, items: list.items.filter((item) => item !== undefined) }
}
