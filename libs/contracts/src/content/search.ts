import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

const urls = z.strictObject({ app: z.string() })
const SearchSection = z.strictObject({ id: z.string(), title: z.string(), path: z.string(), body: z.string(), urls })

/** See docs/interface.md#search. */
export const SearchPage = z
  .strictObject({ id: Id, title: z.string(), path: z.string(), sections: z.array(SearchSection).optional(), urls })
  .meta({ id: 'SearchPageResult' })
export const SearchSpace = z
  .strictObject({ id: Id, title: z.string(), pages: z.array(SearchPage) })
  .meta({ id: 'SearchSpaceResult' })
export const SearchQuery = z.string().min(1).max(512)
