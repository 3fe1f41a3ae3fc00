import { implementer } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import type { PagesNeeds, PagesTasks } from '../pages/context.ts'
import type { SearchNeeds } from '../search/context.ts'
import type { FileSpecifications } from './file-specifications.ts'
import type { findInVisibleText, readVisibleText } from './find-in-visible-text.ts'
import type { PresentedSpecifications } from './presented-specifications.ts'
import type { specificationParts } from './specification-parts.ts'
import type { VisitorTextCaches } from './visitor-texts.ts'

/** The dependencies of what visitors of sites see. */
export interface VisitorsNeeds extends PagesNeeds, SearchNeeds {
  visitorTexts: VisitorTextCaches
  fileSpecifications: FileSpecifications
  presentedSpecifications: PresentedSpecifications
  links: {
    /** Resolves once the links of the live content of the spaces are collected; throws 503 if that takes too long. */
    catchUp(sql: Sql, spaceIds: readonly string[]): Promise<unknown>
  }
}

export type VisitorsTasks = PagesTasks & {
  findInVisibleText: typeof findInVisibleText
  readVisibleText: typeof readVisibleText
  specificationParts: typeof specificationParts
}
type VisitorsParser = Parser<VisitorsTasks>

export type VisitorsContext = ContentContext<VisitorsNeeds, VisitorsParser>

export const implement = implementer<Tables, VisitorsContext>()
