/** Bounds on the part of a page that is parsed for the index; pages that people read have far less. */
const maxParsed = { headings: 1000, characters: 200_000 } as const

// Headings cost the most: each begins a section, whose words are listed. Underlined headings are counted by their
// underline.
const headingLine = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|[-=]+[ \t]*$)/gm

/**
 * Cuts a page's markdown if parsing all of it would cost too much: before a heading or, if there are few headings,
 * before a line. The text after the cut, `rest`, is indexed unparsed and without sections.
 */
export function indexable(markdown: string): { parsed: string; rest: string } {
  const at = Math.min(endOfHeadings(markdown), endOfCharacters(markdown))
  return { parsed: markdown.slice(0, at), rest: markdown.slice(at) }
}

function endOfHeadings(markdown: string): number {
  let count = 0
  for (const { index } of markdown.matchAll(headingLine)) {
    count += 1
    if (count > maxParsed.headings) return index
  }
  return markdown.length
}

function endOfCharacters(markdown: string): number {
  if (markdown.length <= maxParsed.characters) return markdown.length
  const line = markdown.lastIndexOf('\n', maxParsed.characters)
  return line < 0 ? maxParsed.characters : line + 1
}

/** Bounds on the sections of one page that are stored for display. Words beyond them are found but not displayed. */
export const maxStored = { titleCharacters: 300, textCharacters: 16_000, bytes: 256 * 1024 } as const

/** A section of a text as it is stored for display, independent of the title of its page. */
export interface StoredSection {
  /** The anchor; empty for the introduction. */
  id: string
  /** The title of the heading; empty for the introduction, which has the page's title. */
  title: string
  text: string
  /** 1 to 6 as the heading, 0 for the introduction; older versions did not store it. */
  level?: number | undefined
  /**
   * The characters of the section's part of the markdown; the parts follow one another. Older versions did not store
   * it.
   */
  size?: number | undefined
  /** True if nothing precedes the section: it is the introduction of a page with the same title. */
  opens?: boolean | undefined
}

export type TextSection = StoredSection & { level: number; size: number }

/** A section as libs/document parses it. */
interface ReadSection {
  id: string
  title: string
  level: number
  text: string
  markdown: string
}

/** A title that no page has: a text that is read under it has a section for every heading. */
export const noTitle = '\0'

/** Returns the sections of a text that was read under `noTitle`. */
export function textSections(read: readonly ReadSection[]): TextSection[] {
  const opens = read[0]?.markdown.trim() === ''
  return read.map(({ id, title, text, level, markdown }, index) => ({
    ...{ id, title: level === 0 ? '' : title, text, level, size: markdown.length },
    ...(opens && index === 1 && { opens }),
  }))
}

/**
 * Returns the sections of a page with this title. If the text opens with the title as a heading, that section is the
 * introduction.
 */
export function sectionsUnder<Section extends StoredSection>(title: string, sections: readonly Section[]): Section[] {
  const [before, first, ...rest] = sections
  if (!before || !first?.opens || first.title !== title.trim()) return [...sections]
  const size = first.size === undefined ? undefined : (before.size ?? 0) + first.size
  return [{ ...first, id: '', title: '', level: 0, size }, ...rest]
}

/** Cuts sections to the bounds of what is stored for display. `part` is the field that is displayed. */
export function truncateSections<
  Part extends string,
  Section extends { id: string; title: string } & Record<Part, string>,
>(sections: readonly Section[], part: Part): Section[] {
  const { titleCharacters, textCharacters, bytes } = maxStored
  let left: number = bytes
  const cut = sections.map((section) => ({
    ...section,
    id: shortened(section.id, titleCharacters),
    title: shortened(section.title, titleCharacters),
    [part]: shortened(section[part], textCharacters),
  }))
  const end = cut.findIndex((section) => {
    for (const text of [section.id, section.title, section[part]]) left -= Buffer.byteLength(text)
    return left < 0
  })
  return end < 0 ? cut : cut.slice(0, end)
}

/** Returns the beginning of a text, without half of a character, which jsonb refuses. */
const shortened = (text: string, characters: number): string => text.slice(0, characters).toWellFormed()
