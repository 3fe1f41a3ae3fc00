import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { badRequest } from '../refusals.ts'

/** The position at which a list continues: the order keys of its last row, and the count that its first page computed. */
export const Cursor = z.object({
  after: z.array(z.union([z.string(), z.number(), z.null()])),
  count: z.number().int().optional(),
})
export type Cursor = z.infer<typeof Cursor>

/** 400: the text is not a cursor, or is the cursor of another list. */
export const notOfThisList = () => badRequest('query.page', 'is not a cursor of this list: start again without it')

/** Writes and reads the cursors of one query; a changed cursor, or that of another query, is 400. */
export interface Cursors {
  encode(cursor: Cursor): string
  decode(page: string): Cursor
}

/** `binding` limits the use of the cursors: the operation, its parameters and query, and the caller. */
export function cursorsFor(key: KeyObject, binding: unknown): Cursors {
  const context = createHash('sha256').update(JSON.stringify(binding)).digest()
  const sign = (payload: string) =>
    createHmac('sha256', key).update(context).update(payload).digest('base64url').slice(0, 22)
  return {
    encode(cursor) {
      const payload = Buffer.from(JSON.stringify([cursor.after, cursor.count ?? null])).toString('base64url')
      return `${payload}.${sign(payload)}`
    },
    decode(page) {
      const [payload = '', ...signature] = page.split('.')
      const given = Buffer.from(signature.join('.'))
      const wanted = Buffer.from(sign(payload))
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        throw notOfThisList()
      }
      const [after, count] = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return Cursor.parse({ after, ...(count !== null && { count }) })
    },
  }
}
