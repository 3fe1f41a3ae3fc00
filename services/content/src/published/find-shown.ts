import { type Evaluation, evaluateMarkdown } from '@quire/document'
import { buildSegment, emptyView, extendView, findPages, openSegment, sectionsUnder } from '@quire/search'
import { readForSearch } from '../search/read-page.ts'

/** A page that some visitors see less of, and what one of them looks for. */
export interface ShownSearch {
  title: string
  description?: string | undefined
  /** BCP 47; absent means English. */
  language?: string | undefined
  markdown: string
  evaluation: Evaluation
  query: string
}

const space = 'one'

/**
 * The sections of what the visitor is shown of a page, and those of them that answer; undefined where nothing does. What
 * is left out has no part in it: the page is searched in an index of its own. Throws DocumentError.
 */
export function findShown({ title, description, language, markdown, evaluation, query }: ShownSearch) {
  const { sections, rest } = readForSearch(evaluateMarkdown(markdown, evaluation))
  const texts = sectionsUnder(title, sections).map((section) => ({ title: section.title, text: section.text }))
  const text = { title, description, sections: texts, rest, document: '' }
  const view = extendView(emptyView, openSegment(buildSegment([{ space, id: 'page', language, text }])))
  const options = { prefixLast: true, limit: 1, described: { from: 0, to: 1 } }
  const [found] = findPages(view, { readable: [space], text: query, options }).pages
  return found && { sections, found: found.sections }
}
