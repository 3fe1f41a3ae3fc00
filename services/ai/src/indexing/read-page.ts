import { DocumentError, sections } from '@quire/document'
import { indexable } from '@quire/search'
import type { FeedPage } from './feed.ts'
import { type IndexedPage, type PageSection, pageOfSections } from './rows.ts'

/** Reads a page, which takes milliseconds; one that cannot be parsed is found by its title and words. */
export function pageOf(page: Pick<FeedPage, 'id' | 'title' | 'markdown'>): IndexedPage {
  const { parsed, rest } = indexable(page.markdown)
  const all = parse(parsed, page.title)
  return all ? pageOfSections(page, all, rest) : pageOfSections(page, [], page.markdown)
}

/** The sections with their own titles only: the titles above follow from the levels of earlier ones and the page's row. */
function parse(markdown: string, title: string): PageSection[] | undefined {
  try {
    return sections(markdown, { title }).map((section) => ({
      ...section,
      title: section.level === 0 ? '' : section.title,
    }))
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
