import type { evaluateMarkdown, toDocument, toMarkdown } from '@quire/document'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { StorageNeeds } from '../storage/context.ts'
import type { DocumentIds } from './document-ids.ts'

/** The dependencies of reading pages. */
export interface PagesNeeds extends StorageNeeds {
  /** Creates and reads the ids of a space's texts. */
  documentIds: (spaceId: string) => DocumentIds
}

export type PagesTasks = {
  evaluateMarkdown: typeof evaluateMarkdown
  toDocument: typeof toDocument
  toMarkdown: typeof toMarkdown
}
export type PagesParser = Parser<PagesTasks>

export type PagesContext = ContentContext<PagesNeeds, PagesParser>
