import type { Cursor, Cursors } from './cursors.ts'

/** Counting stops here: beyond it `count` is left out rather than computed at any cost (design 3). */
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

/** Makes the envelope of interface 2.3 out of `limit + 1` rows; `next` is absent on the last page. */
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
