import { type Evaluation, evaluateMarkdown } from '@quire/document'
import { buildSegment, emptyView, extendView, findPages, openSegment } from '@quire/search/engine'
import { sectionsUnder } from '@quire/search/texts'
import { readForSearch } from './read-page.ts'
import type { ReadText } from './text-sections.ts'

/** What a text is found by as its reader is shown it. Throws DocumentError. */
export const readShown = (markdown: string, evaluation: Evaluation): ReadText =>
  readForSearch(evaluateMarkdown(markdown, evaluation))

/** A page as a visitor is shown it, and what they look for. */
interface ShownSearch {
  title: string
  description?: string | undefined
  /** BCP 47; absent means English. */
  language?: string | undefined
  read: ReadText
  query: string
}

const space = 'one'

/**
 * The sections of the page that answer; undefined where nothing does. What the visitor is not shown has no part in it:
 * the page is searched in an index of its own.
 */
export function findShown({ title, description, language, read, query }: ShownSearch) {
  const sections = sectionsUnder(title, read.sections).map((section) => ({ title: section.title, text: section.text }))
  const text = { title, description, sections, rest: read.rest, document: '' }
  const view = extendView(emptyView, openSegment(buildSegment([{ space, id: 'page', language, text }])))
  const options = { prefixLast: true, limit: 1, described: { from: 0, to: 1 } }
  return findPages(view, { readable: [space], text: query, options }).pages[0]?.sections
}
