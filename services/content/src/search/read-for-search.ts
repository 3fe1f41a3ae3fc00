import { analyse, DocumentError, type Link } from '@quire/document'
import { indexable, noTitle, type TextSection, textSections } from '@quire/search/texts'
import { targetsOf } from '../pages/resolve-target.ts'
import { linkTargets, type SearchableText } from './searchable-text.ts'

/** Reads the markdown of a page for search; a text that is too complex has no sections. Parsing takes milliseconds. */
export function readForSearch(markdown: string): SearchableText {
  const { sections, links, rest } = readSections(markdown) ?? { sections: [], links: [], ...indexable(markdown) }
  const named = [...new Set([...linkTargets(links.map(({ url }) => url)), ...targetsIn(rest)])]
  return { sections, rest, links: named, ...(rest === '' && { targets: targetsOf(links) }) }
}

/** Parses a text once into its sections and all links in front of `rest`; undefined if the text is too complex. */
export function readSections(markdown: string): { sections: TextSection[]; links: Link[]; rest: string } | undefined {
  const { parsed, rest } = indexable(markdown)
  try {
    const { sections, links } = analyse(parsed, { title: noTitle })
    return { sections: textSections(sections), links, rest }
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** Finds the targets of links in text that is not parsed, by the notation of links. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(<?(\/(?:pages|files)\/[\w-]+)/g)].flatMap(([, target]) => target ?? [])
