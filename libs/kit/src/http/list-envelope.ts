import type { Cursor, Cursors } from './cursors.ts'

export interface Page {
  limit: number
  /** Undefined on the first page. */
  cursor: Cursor | undefined
}

interface ListParts<Row, Item> {
  page: Page
  cursors: Cursors
  /** One row more than the limit, if there is one. */
  rows: Row[]
  present: (row: Row) => Item
  /** The order keys of a row. */
  after: (row: Row) => Cursor['after']
  /** Called on the first page only; undefined if the count is unknown or beyond the bound. */
  count?: () => Promise<number | undefined>
}

/** Builds the envelope of a list from `limit + 1` rows; `next` is absent on the last page. */
export async function listOf<Row, Item>({ page, cursors, rows, present, after, count }: ListParts<Row, Item>) {
  const visible = rows.slice(0, page.limit)
  const last = visible.at(-1)
  const total = page.cursor ? page.cursor.count : await count?.()
  const more = rows.length > page.limit && last
  return {
    items: visible.map(present),
    ...(more && {
      next: { page: cursors.encode({ after: after(last), ...(total !== undefined && { count: total }) }) },
    }),
    ...(total !== undefined && { count: total }),
  }
}

/** Bytes of text in one page of a list. An item with more text is alone on its page. */
const maxPageTextBytes = 1024 ** 2

/** Returns the number of items whose texts fit into one answer together: one at least. */
export function countFitting(bytes: readonly number[], maxBytes = maxPageTextBytes): number {
  let left = maxBytes
  const tooMuch = bytes.findIndex((size, index) => {
    left -= size
    return left < 0 && index > 0
  })
  return tooMuch < 0 ? bytes.length : tooMuch
}

interface TextListParts<Row, Item> extends Omit<ListParts<Row, Item>, 'present' | 'after'> {
  /** Presents items by their ids, in any order; an item that was deleted in between is left out. */
  presentAll: (ids: string[]) => Promise<Item[]>
}

/**
 * Builds the envelope of a list of items with texts. `rows` hold only the lengths of the texts in bytes, and texts that do
 * not fit into a page are not read. A page that is full of text ends early, and the rest follows its cursor.
 */
export async function listOfTexts<Row extends { id: string; bytes: number }, Item extends { id: string }>({
  rows,
  page,
  presentAll,
  ...parts
}: TextListParts<Row, Item>) {
  const limit = countFitting(rows.slice(0, page.limit).map(({ bytes }) => bytes))
  const presented = new Map((await presentAll(rows.slice(0, limit).map(({ id }) => id))).map((item) => [item.id, item]))
  const list = await listOf({
    ...parts,
    page: { ...page, limit },
    rows: rows.slice(0, limit + 1),
    present: ({ id }) => presented.get(id),
    after: ({ id }) => [id],
  })
  return { ...list, items: list.items.filter((item) => item !== undefined) }
}
