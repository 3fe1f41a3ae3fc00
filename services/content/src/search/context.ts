import { implementer } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { StorageNeeds } from '../storage/context.ts'
import type { ContentSearch } from './open-search.ts'

/** The dependencies of search. */
export interface SearchNeeds extends StorageNeeds {
  search: ContentSearch
}

export type SearchContext = ContentContext<SearchNeeds>

export const implement = implementer<Tables, SearchContext>()
