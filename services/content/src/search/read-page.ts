import { analyse, DocumentError, type Link } from '@quire/document'
import { indexable, noTitle, type TextSection, textSections } from '@quire/search/texts'
import { targetsOf } from '../targets/targets.ts'
import { linkTargets, type ReadText } from './text-sections.ts'

/** What a page's markdown is found by; nothing where it is too complex. Parsing takes milliseconds. */
export function readForSearch(markdown: string): ReadText {
  const { sections, links, rest } = readSections(markdown) ?? { sections: [], links: [], ...indexable(markdown) }
  const named = [...new Set([...linkTargets(links.map(({ url }) => url)), ...targetsIn(rest)])]
  return { sections, rest, links: named, ...(rest === '' && { targets: targetsOf(links) }) }
}

/** From one parse the sections of a text and all its links in front of `rest`; undefined where it is too complex. */
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

/** What text that is not parsed links to: by the way that links are written. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(<?(\/(?:pages|files)\/[\w-]+)/g)].flatMap(([, target]) => target ?? [])
