import type { SpaceChange } from '@quire/search'
import type { FeedPage } from './feed.ts'
import { readPage } from './sections.ts'

type PageText = NonNullable<SpaceChange['pages'][number]['text']>

/** A page as it is indexed and kept. */
export interface IndexedPage {
  id: string
  /** What it is found by, without the revision that it is of. */
  text: Omit<PageText, 'document'>
  /** What answers show of it, as JSON; each at the place of the section that is found. */
  sections: string
}

/** What the index takes and keeps of a page; this takes milliseconds. */
export function pageOf(page: Pick<FeedPage, 'id' | 'title' | 'markdown'>): IndexedPage {
  const { id, title } = page
  const { found, rest, kept } = readPage(page)
  return { id, text: { title, sections: found, rest }, sections: JSON.stringify(kept) }
}
