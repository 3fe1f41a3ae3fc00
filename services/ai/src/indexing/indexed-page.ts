import type { SpaceChange } from '@quire/search'
import { sectionsUnder, truncateSections } from '@quire/search/texts'
import type { IndexedSection } from '../tables/indexing.tables.ts'
import type { FeedPage } from './feed.ts'

type PageText = NonNullable<SpaceChange['pages'][number]['text']>

/** A page in the form in which it is indexed and stored. */
export interface IndexedPage {
  id: string
  /** Text by which searches find the page, without the revision that it belongs to. */
  text: Omit<PageText, 'document'>
  /** Sections for answers, as JSON, in the order of the sections that searches find. */
  sections: string
}

/** A section of a page: the text by which it is found, and the markdown for answers. */
export type PageSection = IndexedSection & { text: string }

/** Returns a page in its indexed form. `rest` holds words that are in no section. */
export function pageOfSections(
  { id, title }: Pick<FeedPage, 'id' | 'title'>,
  sections: readonly PageSection[],
  rest: string,
): IndexedPage {
  const found = sections.map((section) => ({ title: section.title, text: section.text }))
  const stored = truncateSections(
    sections.map(({ id, level, title, markdown }) => ({ id, level, title, markdown })),
    'markdown',
  )
  return { id, text: { title, sections: found, rest }, sections: JSON.stringify(stored) }
}

/** Returns a page whose sections content knows in its indexed form: their parts of the markdown follow one another. */
export function knownPage({ id, title, markdown, sections }: Omit<Required<FeedPage>, 'unlisted'>) {
  let from = 0
  const all = sectionsUnder(title, sections).map(({ size, ...section }): PageSection => {
    const part = markdown.slice(from, from + size)
    from += size
    return { ...section, markdown: part }
  })
  return pageOfSections({ id, title }, all, '')
}

/** A section with the titles above it, from the page's title to its own. */
export type TitledSection = IndexedSection & { titles: string[] }

/** Adds to each section of a page, in their order, the titles above it. */
export function withTitles(pageTitle: string, all: readonly IndexedSection[]): TitledSection[] {
  const above: IndexedSection[] = []
  return all.map((section) => {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= section.level) above.pop()
    if (section.level > 0) above.push(section)
    return { ...section, titles: [pageTitle, ...above.map(({ title }) => title)] }
  })
}
