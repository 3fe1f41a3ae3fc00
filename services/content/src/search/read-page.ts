import { analyse, DocumentError, type Link, type Section } from '@quire/document'
import { indexable, keepable, shortened, shownAtMost } from '@quire/search'

/** A section as search shows it. */
export interface StoredSection {
  /** The anchor; empty for the introduction. */
  id: string
  /** Empty for the introduction, which has the page's title. */
  title: string
  text: string
}

interface TextSection extends StoredSection {
  /** What stands in front of it is nothing, so it is the introduction of a page of this title. */
  opens?: boolean
}

/** What a text is found by. */
export interface ReadText {
  sections: TextSection[]
  /** What was too long to be parsed. */
  rest: string
  /** The pages and files of the space that it names, as `/pages/<id>` and `/files/<id>`. */
  links: string[]
}

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

/** The sections of a page of this title: a text that opens with the title as a heading has it in the introduction. */
export function sectionsUnder<Section extends TextSection>(title: string, sections: readonly Section[]) {
  const [, first, ...rest] = sections
  if (!first?.opens || first.title !== title.trim()) return [...sections]
  return [{ ...first, id: '', title: '' }, ...rest]
}

/** What is kept of the sections to be shown; the words beyond that are found all the same. */
export const shownSections = (sections: readonly TextSection[]): StoredSection[] =>
  keepable(
    sections.map(({ id, title, text, ...more }) => ({
      ...more,
      id: shortened(id, shownAtMost.titleCharacters),
      title: shortened(title, shownAtMost.titleCharacters),
      text: shortened(text, shownAtMost.textCharacters),
    })),
    ({ id, title, text }) => [id, title, text],
  )

function targetsOf(links: Link[]): string[] {
  const addresses = links.map(({ url }) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0])
  return addresses.filter((address) => address !== undefined)
}

/** The same for text that is not parsed: by the way that links are written. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(<?(\/(?:pages|files)\/[\w-]+)/g)].flatMap(([, target]) => target ?? [])
