import { keepable, shortened, shownAtMost } from '@quire/search'

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

/** Of a page without a text, or with one that takes too long. */
export const nothingRead: ReadText = { sections: [], rest: '', links: [] }

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
