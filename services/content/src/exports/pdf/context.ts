import { implementer } from '@quire/kit'
import type { ContentContext } from '../../context.ts'
import type { Tables } from '../../database.ts'
import type { StorageNeeds } from '../../storage/context.ts'
import type { Pdfs } from './pdfs.ts'

/** The dependencies of PDF downloads. */
export interface PdfNeeds extends StorageNeeds {
  pdfs: Pdfs
}

export type PdfContext = ContentContext<PdfNeeds>

export const implement = implementer<Tables, PdfContext>()
