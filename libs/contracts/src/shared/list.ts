import { type ZodObject, type ZodRawShape, type ZodType, z } from 'zod'

export const defaultLimit = 50
export const maxLimit = 1000

/** The query of every paged list (docs/interface.md#lists); `.extend` adds parameters. */
export const ListQuery = z.object({
  page: z.string().min(1).max(4096).optional(),
  limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
})

/** Declares a list's query with further parameters. */
export const listQuery = <Shape extends ZodRawShape>(shape: Shape): ZodObject<typeof ListQuery.shape & Shape> =>
  ListQuery.extend(shape) as ZodObject<typeof ListQuery.shape & Shape>

/** Declares the envelope of a paged list. */
export function list<Item extends ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    next: z.strictObject({ page: z.string() }).optional(),
    count: z.number().int().min(0).optional(),
  })
}

/** A boolean in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A query parameter that may be repeated: one value or several become an array. */
export const QueryArray = <Item extends ZodType<unknown, string>>(item: Item) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(100))
