import { analyse, DocumentError, type Link, type Section } from '@quire/document'
import { indexable } from '@quire/search'
import type { ReadText } from './text-sections.ts'

/** No page has this title, so every heading is a section. */
const noTitle = '\0'

/** What a page's markdown is found by; nothing where it is too complex. Parsing takes milliseconds. */
export function readForSearch(markdown: string): ReadText {
  const { parsed, rest } = indexable(markdown)
  const { sections, links } = parse(parsed)
  const opens = sections[0]?.markdown.trim() === ''
  return {
    sections: sections.map(({ id, title, text, level }, index) => ({
      ...{ id, title: level === 0 ? '' : title, text },
      ...(opens && index === 1 && { opens }),
    })),
    rest,
    links: [...new Set([...targetsOf(links), ...targetsIn(rest)])],
  }
}

function parse(markdown: string): { sections: Section[]; links: Link[] } {
  try {
    return analyse(markdown, { title: noTitle })
  } catch (error) {
    if (error instanceof DocumentError) return { sections: [], links: [] }
    throw error
  }
}

function targetsOf(links: Link[]): string[] {
  const addresses = links.map(({ url }) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0])
  return addresses.filter((address) => address !== undefined)
}

/** The same for text that is not parsed: by the way that links are written. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(<?(\/(?:pages|files)\/[\w-]+)/g)].flatMap(([, target]) => target ?? [])
