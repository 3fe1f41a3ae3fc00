import { implementer } from '@quire/kit'
import type { Tables } from '../database.ts'
import type { SpacesContext } from '../spaces/context.ts'

/** The dependencies of translations, besides those of the spaces that they make. */
export interface TranslationsNeeds {
  /** Wakes the job that translates. */
  translateSoon: () => void
}

export type TranslationsContext = SpacesContext & { deps: TranslationsNeeds }

export const implement = implementer<Tables, TranslationsContext>()
