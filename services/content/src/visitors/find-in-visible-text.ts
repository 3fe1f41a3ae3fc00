import { type Evaluation, evaluateMarkdown } from '@quire/document'
import { buildSegment, emptyView, extendView, findPages, openSegment } from '@quire/search/engine'
import { sectionsUnder } from '@quire/search/texts'
import { readForSearch } from '../search/read-for-search.ts'
import type { SearchableText } from '../search/searchable-text.ts'

/** Evaluates a text for a visitor and reads it for search. Throws DocumentError. */
export const readVisibleText = (markdown: string, evaluation: Evaluation): SearchableText =>
  readForSearch(evaluateMarkdown(markdown, evaluation))

/** A page as it is visible to a visitor, and the visitor's query. */
interface VisibleTextSearch {
  title: string
  description?: string | undefined
  /** BCP 47; absent means English. */
  language?: string | undefined
  read: SearchableText
  query: string
}

const space = 'one'

/**
 * Returns the sections of the page that answer the query; undefined if there is none. Hidden text has no influence: the
 * page is searched in an index of its own.
 */
export function findInVisibleText({ title, description, language, read, query }: VisibleTextSearch) {
  const sections = sectionsUnder(title, read.sections).map((section) => ({ title: section.title, text: section.text }))
  const text = { title, description, sections, rest: read.rest, document: '' }
  const view = extendView(emptyView, openSegment(buildSegment([{ space, id: 'page', language, text }])))
  const options = { prefixLast: true, limit: 1, selection: { from: 0, to: 1 } }
  return findPages(view, { readable: [space], text: query, options }).pages[0]?.sections
}
