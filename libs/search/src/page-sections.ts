import { shownAtMost } from './indexable.ts'

/** A section of a text as it is kept to be shown, whatever the title of its page. */
export interface StoredSection {
  /** The anchor; empty for the introduction. */
  id: string
  /** Empty for the introduction, which has the page's title. */
  title: string
  text: string
  /** 1 to 6 as the heading, 0 for the introduction; older versions did not keep it. */
  level?: number | undefined
  /** The characters of its part of the markdown, which all sections make up in order; older versions did not keep it. */
  size?: number | undefined
  /** What stands in front of it is nothing, so it is the introduction of a page of this title. */
  opens?: boolean | undefined
}

export type TextSection = StoredSection & { level: number; size: number }

/** A section as libs/document reads it. */
interface ReadSection {
  id: string
  title: string
  level: number
  text: string
  markdown: string
}

/** No page has this title: a text that is read under it has a section for every heading. */
export const noTitle = '\0'

/** The sections of a text that was read under `noTitle`. */
export function textSections(read: readonly ReadSection[]): TextSection[] {
  const opens = read[0]?.markdown.trim() === ''
  return read.map(({ id, title, text, level, markdown }, index) => ({
    ...{ id, title: level === 0 ? '' : title, text, level, size: markdown.length },
    ...(opens && index === 1 && { opens }),
  }))
}

/** The sections of a page of this title: a text that opens with the title as a heading has it in the introduction. */
export function sectionsUnder<Section extends StoredSection>(title: string, sections: readonly Section[]): Section[] {
  const [before, first, ...rest] = sections
  if (!before || !first?.opens || first.title !== title.trim()) return [...sections]
  const size = first.size === undefined ? undefined : (before.size ?? 0) + first.size
  return [{ ...first, id: '', title: '', level: 0, size }, ...rest]
}

/** What is kept of sections to be shown; the words beyond that are found all the same. `part` is what is shown of one. */
export function shownSections<
  Part extends string,
  Section extends { id: string; title: string } & Record<Part, string>,
>(sections: readonly Section[], part: Part): Section[] {
  const { titleCharacters, textCharacters, bytes } = shownAtMost
  let left: number = bytes
  const shown = sections.map((section) => ({
    ...section,
    id: shortened(section.id, titleCharacters),
    title: shortened(section.title, titleCharacters),
    [part]: shortened(section[part], textCharacters),
  }))
  const end = shown.findIndex((section) => {
    for (const text of [section.id, section.title, section[part]]) left -= Buffer.byteLength(text)
    return left < 0
  })
  return end < 0 ? shown : shown.slice(0, end)
}

/** The beginning of a text; never half of a character, which jsonb refuses. */
const shortened = (text: string, characters: number): string => text.slice(0, characters).toWellFormed()
