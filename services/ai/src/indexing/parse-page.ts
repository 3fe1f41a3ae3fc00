import { cutComments, DocumentError, type Section, sections, withoutComments } from '@quire/document'
import { indexable } from '@quire/search/texts'
import type { FeedPage } from './feed.ts'
import { type IndexedPage, type PageSection, pageOfSections } from './indexed-page.ts'

/**
 * Parses a page, which takes milliseconds. A page that cannot be parsed is found by its title and words. Comments, of
 * which readers see nothing, are neither found nor quoted, and no model is given them.
 */
export function parsePage(page: Pick<FeedPage, 'id' | 'title' | 'markdown'>): IndexedPage {
  const { parsed, rest } = indexable(page.markdown)
  const all = parse(parsed, page.title)
  return all ? pageOfSections(page, all, cutComments(rest)) : pageOfSections(page, [], cutComments(page.markdown))
}

function parse(markdown: string, title: string): PageSection[] | undefined {
  try {
    return sections(markdown, { title }).map(toStore)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** Drops the title of the introduction: titles above a section follow from earlier sections and from the page's row. */
const toStore = (section: Section): Section => ({
  ...section,
  title: section.level === 0 ? '' : section.title,
  markdown: withoutComments(section.markdown),
})
