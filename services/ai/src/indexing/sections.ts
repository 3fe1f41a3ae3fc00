import { DocumentError, type Section, sections } from '@quire/document'
import { indexable, keepable, shortened, shownAtMost } from '@quire/search'
import type { IndexedSection } from '../database.ts'
import type { FeedPage } from './feed.ts'

/** A page as it is read. */
interface ReadPage {
  /** What its sections are found by, in order. */
  found: { title: string; text: string }[]
  /** Words that are in no section. */
  rest: string
  /** What is kept of the first of these sections, to answer from. */
  kept: IndexedSection[]
}

/** Reads a page; one that cannot be parsed is found by its title and words. */
export function readPage({ title, markdown }: Pick<FeedPage, 'title' | 'markdown'>): ReadPage {
  const { parsed, rest } = indexable(markdown)
  const all = parse(parsed, title)
  if (!all) return { found: [], rest: markdown, kept: [] }
  return {
    found: all.map((section) => ({ title: ownTitle(section), text: section.text })),
    rest,
    kept: keepable(all.map(cut), ({ id, title, markdown }) => [id, title, markdown]),
  }
}

const ownTitle = ({ level, title }: Section) => (level === 0 ? '' : title)

function parse(markdown: string, title: string): Section[] | undefined {
  try {
    return sections(markdown, { title })
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/**
 * The section with its own title only: the titles above follow from the levels of earlier sections and the page's row.
 */
function cut(section: Section): IndexedSection {
  const { id, level, markdown } = section
  const { titleCharacters, textCharacters } = shownAtMost
  return {
    id: shortened(id, titleCharacters),
    level,
    title: shortened(ownTitle(section), titleCharacters),
    markdown: shortened(markdown, textCharacters),
  }
}
