import { excerpt, parseQuery } from '@quire/search'
import type { IndexedSection } from './rows.ts'

const sectionsShown = 3
/** The longest ending that inflection adds: without it a word is found in its other forms too. */
const longestEnding = 3
const shortestStem = 4

export interface FoundSection {
  /** The anchor within the page; empty for the introduction. */
  id: string
  title: string
  /** The place that answers: plain text, to be escaped by whoever shows it as HTML. */
  body: string
}

/**
 * The sections of a page that hold most of the query's words, in the title above all. Hundreds of pages may be shown
 * at once, so this only looks words up; the ranking itself was done on the page.
 */
export function answering(sections: readonly IndexedSection[], query: string): FoundSection[] {
  const words = parseQuery(query).terms.map(({ text }) =>
    text.slice(0, Math.max(shortestStem, text.length - longestEnding)),
  )
  const held = sections.map((section) => ({ section, worth: worthOf(section, words) })).filter(({ worth }) => worth > 0)
  return held
    .sort((one, other) => other.worth - one.worth)
    .slice(0, sectionsShown)
    .map(({ section: { id, titles, text } }) => ({ id, title: titles.at(-1) ?? '', body: excerpt(text, query) }))
}

function worthOf({ titles, text }: IndexedSection, words: readonly string[]): number {
  const [title, body] = [folded(titles.at(-1) ?? ''), folded(text)]
  return words.reduce((sum, word) => sum + (title.includes(word) ? 2 : 0) + (body.includes(word) ? 1 : 0), 0)
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
