import { DocumentError, type Section, sections } from '@quire/document'
import { indexable } from '@quire/search/texts'
import type { FeedPage } from './feed.ts'
import { type IndexedPage, type PageSection, pageOfSections } from './rows.ts'

/** Reads a page, which takes milliseconds; one that cannot be parsed is found by its title and words. */
export function pageOf(page: Pick<FeedPage, 'id' | 'title' | 'markdown'>): IndexedPage {
  const { parsed, rest } = indexable(page.markdown)
  const all = parse(parsed, page.title)
  return all ? pageOfSections(page, all, rest) : pageOfSections(page, [], page.markdown)
}

function parse(markdown: string, title: string): PageSection[] | undefined {
  try {
    return sections(markdown, { title }).map(withOwnTitle)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** The titles above a section follow from the levels of those before it, and from the page's row. */
const withOwnTitle = (section: Section) => ({ ...section, title: section.level === 0 ? '' : section.title })
