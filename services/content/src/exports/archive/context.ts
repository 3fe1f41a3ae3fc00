import { implementer } from '@quire/kit'
import type { ContentContext } from '../../context.ts'
import type { Tables } from '../../database.ts'
import type { StorageNeeds } from '../../storage/context.ts'
import type { Exports } from './exports.ts'

/** The dependencies of exports. */
export interface ExportsNeeds extends StorageNeeds {
  exports: Exports
}

export const implement = implementer<Tables, ContentContext<ExportsNeeds>>()
