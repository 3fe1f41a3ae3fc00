import { DocumentError, type Section, sections } from '@quire/document'
import { indexable, keepable, shortened, shownAtMost } from '@quire/search'
import type { IndexedSection } from '../database.ts'
import type { FeedPage } from './feed.ts'

/** A page as it is indexed. */
interface ReadPage {
  headings: string[]
  /** All of its words that are no headings. */
  body: string
  /** What is kept to answer from. */
  sections: IndexedSection[]
}

/** Reads a page; one that cannot be parsed is found by its title and words. */
export function readPage({ title, markdown }: Pick<FeedPage, 'title' | 'markdown'>): ReadPage {
  const { parsed, rest } = indexable(markdown)
  const all = parse(parsed, title)
  const texts = all ? [...all.map(({ text }) => text), rest] : [markdown]
  return {
    headings: (all ?? []).flatMap((section) => (section.level === 0 ? [] : [section.title])),
    body: texts.join('\n'),
    sections: keepable((all ?? []).map(cut), ({ id, title, text, markdown }) => [id, title, text, markdown]),
  }
}

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
function cut({ id, level, title, text, markdown }: Section): IndexedSection {
  const { titleCharacters, textCharacters } = shownAtMost
  return {
    id: shortened(id, titleCharacters),
    level,
    title: level === 0 ? '' : shortened(title, titleCharacters),
    text: shortened(text, textCharacters),
    markdown: shortened(markdown, textCharacters),
  }
}
