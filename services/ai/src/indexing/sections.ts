import { DocumentError, type Section, sections } from '@quire/document'
import type { IndexedSection } from '../database.ts'
import type { FeedPage } from './feed.ts'

/** What is kept of one page to answer from. What lies beyond is found by its words, and not quoted. */
export const kept = { sections: 1000, titleCharacters: 300, textCharacters: 16_000, bytes: 256 * 1024 } as const

/** The sections of a page that are kept; one that cannot be parsed is found by its title alone. */
export function sectionsOf(page: FeedPage): { words: Section[]; stored: IndexedSection[] } {
  const words = parsed(page)
  const stored: IndexedSection[] = []
  let bytes = 0
  for (const section of words.slice(0, kept.sections)) {
    const one = cut(section)
    bytes += bytesOf(one)
    if (bytes > kept.bytes) break
    stored.push(one)
  }
  return { words, stored }
}

function parsed({ title, markdown }: FeedPage): Section[] {
  try {
    return sections(markdown, { title })
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}

/** Its own title only: those above it are told by the levels of the sections before, that of the page by its row. */
function cut({ id, level, title, text, markdown }: Section): IndexedSection {
  return {
    id: shortened(id, kept.titleCharacters),
    level,
    title: level === 0 ? '' : shortened(title, kept.titleCharacters),
    text: shortened(text, kept.textCharacters),
    markdown: shortened(markdown, kept.textCharacters),
  }
}

/** The beginning of a text; never half of a character, which jsonb refuses. */
const shortened = (text: string, characters: number) => text.slice(0, characters).toWellFormed()

const bytesOf = ({ id, title, text, markdown }: IndexedSection) =>
  Buffer.byteLength(id) + Buffer.byteLength(title) + Buffer.byteLength(text) + Buffer.byteLength(markdown)

/** A section with the titles from its page's down to its own. */
export type TitledSection = IndexedSection & { titles: string[] }

/** Gives each section of a page, in their order, the titles that it stands under. */
export function titled(pageTitle: string, all: readonly IndexedSection[]): TitledSection[] {
  const above: IndexedSection[] = []
  return all.map((section) => {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= section.level) above.pop()
    if (section.level > 0) above.push(section)
    return { ...section, titles: [pageTitle, ...above.map(({ title }) => title)] }
  })
}
