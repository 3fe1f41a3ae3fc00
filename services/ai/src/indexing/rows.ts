import { vector } from '@quire/search'
import type { FeedPage } from './feed.ts'
import { readPage } from './sections.ts'

/** A page as the index keeps it; `sections` is JSON. */
export interface PageRow {
  id: string
  title: string
  sections: string
  vector: string
}

/** What the index keeps of a page; this takes milliseconds. */
export function rowOf(page: Pick<FeedPage, 'id' | 'title' | 'markdown'>): PageRow {
  const { id, title } = page
  const { headings, body, sections } = readPage(page)
  return { id, title, sections: JSON.stringify(sections), vector: vector({ title, headings, body }) }
}
