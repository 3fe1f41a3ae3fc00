import { analyse, DocumentError, type Link, type Section } from '@quire/document'
import { indexable, keepable, shortened, shownAtMost, vector } from '@quire/search'

/** A section as search shows it. */
export interface IndexedSection {
  /** The anchor; empty for the introduction. */
  id: string
  /** The titles above it, which may be left out, and its own as the last; the introduction has the page's title. */
  titles: string[]
  text: string
}

/** What is indexed of a page. */
export interface IndexedPage {
  id: string
  title: string
  description?: string | undefined
  markdown: string
  /** Kept out of search; its links count all the same. */
  hidden?: boolean | undefined
  noIndex?: boolean | undefined
}

/** A page's row, as the statements that write it take it. */
export interface IndexRow {
  page_id: string
  title: string
  sections: IndexedSection[]
  targets: string[]
  vector: string | null
}

/** What the index holds of a page; parsing it takes milliseconds. */
export function rowOf(page: IndexedPage): IndexRow {
  const { title, description = '', hidden, noIndex } = page
  const { parsed, rest } = indexable(page.markdown)
  const { sections, links } = read({ ...page, markdown: parsed })
  const headings = sections.flatMap((section) => (section.level === 0 ? [] : [section.title]))
  const body = [...sections.map(({ text }) => text), rest].join('\n')
  return {
    page_id: page.id,
    title,
    sections: keepable(sections.map(sectionOf), ({ id, titles, text }) => [id, ...titles, text]),
    targets: [...new Set([...targetsOf(links), ...targetsIn(rest)])],
    vector: hidden || noIndex ? null : vector({ title, headings, description, body }),
  }
}

/** A page that cannot be parsed is found by its title. */
function read({ markdown, title, description }: IndexedPage): { sections: Section[]; links: Link[] } {
  try {
    return analyse(markdown, { title, description })
  } catch (error) {
    if (error instanceof DocumentError) return { sections: [], links: [] }
    throw error
  }
}

function sectionOf({ id, title, text }: Section): IndexedSection {
  const { titleCharacters, textCharacters } = shownAtMost
  const titles = [shortened(title, titleCharacters)]
  return { id: shortened(id, titleCharacters), titles, text: shortened(text, textCharacters) }
}

/** The pages and files of the space that a page names, as `/pages/<id>` and `/files/<id>`. */
function targetsOf(links: Link[]): string[] {
  const addresses = links.map(({ url }) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0])
  return addresses.filter((address) => address !== undefined)
}

/** The same for text that is not parsed: by the way that links are written. */
const targetsIn = (text: string): string[] =>
  [...text.matchAll(/\]\(<?(\/(?:pages|files)\/[\w-]+)/g)].flatMap(([, target]) => target ?? [])
