import { keepable, shortened, shownAtMost } from '@quire/search'

/** A section as search shows it. */
export interface StoredSection {
  /** The anchor; empty for the introduction. */
  id: string
  /** Empty for the introduction, which has the page's title. */
  title: string
  text: string
}

export interface TextSection extends StoredSection {
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
const shownSections = (sections: readonly TextSection[]): StoredSection[] =>
  keepable(
    sections.map(({ id, title, text, ...more }) => ({
      ...more,
      id: shortened(id, shownAtMost.titleCharacters),
      title: shortened(title, shownAtMost.titleCharacters),
      text: shortened(text, shownAtMost.textCharacters),
    })),
    ({ id, title, text }) => [id, title, text],
  )

/** A text as it is kept: `links` are those of a text whose sections, as they are shown, hold all that it is found by. */
interface KeptText {
  sections: StoredSection[]
  links: string[] | null
}

export function keptText(read: ReadText): KeptText {
  const { sections, rest, links } = read
  const shown = shownSections(sections)
  // What took too long today may be read another time.
  const isWhole =
    read !== nothingRead && rest === '' && shown.length === sections.length && shown.every(isWholeOf(sections))
  return { sections: shown, links: isWhole ? links : null }
}

const isWholeOf = (sections: readonly TextSection[]) => (shown: StoredSection, index: number) =>
  shown.title === sections[index]?.title && shown.text === sections[index].text

/** Those of some addresses that are pages and files of the space, as `ReadText` names them. */
export function linkTargets(urls: readonly string[]): string[] {
  const targets = urls.flatMap((url) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0] ?? [])
  return [...new Set(targets)]
}
