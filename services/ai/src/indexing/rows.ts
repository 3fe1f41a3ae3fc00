import type { SpaceChange } from '@quire/search'
import { sectionsUnder, shownSections } from '@quire/search/texts'
import type { IndexedSection } from '../database.ts'
import type { FeedPage } from './feed.ts'

type PageText = NonNullable<SpaceChange['pages'][number]['text']>

/** A page as it is indexed and kept. */
export interface IndexedPage {
  id: string
  /** What it is found by, without the revision that it is of. */
  text: Omit<PageText, 'document'>
  /** What answers show of it, as JSON; each at the place of the section that is found. */
  sections: string
}

/** A section of a page: what it is found by, and what answers show of it. */
export type PageSection = IndexedSection & { text: string }

/** What the index takes and keeps of a page. `rest` are words that are in no section. */
export function pageOfSections(
  { id, title }: Pick<FeedPage, 'id' | 'title'>,
  sections: readonly PageSection[],
  rest: string,
): IndexedPage {
  const found = sections.map((section) => ({ title: section.title, text: section.text }))
  const shown = shownSections(
    sections.map(({ id, level, title, markdown }) => ({ id, level, title, markdown })),
    'markdown',
  )
  return { id, text: { title, sections: found, rest }, sections: JSON.stringify(shown) }
}

/** The same of a page whose sections content knows: their parts of the markdown follow one another. */
export function knownPage({ id, title, markdown, sections }: Omit<Required<FeedPage>, 'unlisted'>) {
  let from = 0
  const all = sectionsUnder(title, sections).map(({ size, ...section }): PageSection => {
    const part = markdown.slice(from, from + size)
    from += size
    return { ...section, markdown: part }
  })
  return pageOfSections({ id, title }, all, '')
}
