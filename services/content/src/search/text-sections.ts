import { type StoredSection, shownSections } from '@quire/search/texts'
import type { TextTargets } from '../targets/targets.ts'

/** What a text is found by. */
export interface ReadText {
  sections: StoredSection[]
  /** What was too long to be parsed. */
  rest: string
  /** The pages and files of the space that it names, as `/pages/<id>` and `/files/<id>`. */
  links: string[]
  /** All that it refers to, where it was parsed whole. */
  targets?: TextTargets
}

/** Of a page without a text, or with one that takes too long. */
export const nothingRead: ReadText = { sections: [], rest: '', links: [] }

/** A text as it is kept: `links` are those of a text whose sections, as they are shown, hold all that it is found by. */
interface KeptText {
  sections: StoredSection[]
  links: string[] | null
}

export function keptText(read: ReadText): KeptText {
  const { sections, rest, links } = read
  const shown = shownSections(sections, 'text')
  // What took too long today may be read another time.
  const isWhole =
    read !== nothingRead && rest === '' && shown.length === sections.length && shown.every(isWholeOf(sections))
  return { sections: shown, links: isWhole ? links : null }
}

const isWholeOf = (sections: readonly StoredSection[]) => (shown: StoredSection, index: number) =>
  shown.title === sections[index]?.title && shown.text === sections[index].text

/** Those of some addresses that are pages and files of the space, as `ReadText` names them. */
export function linkTargets(urls: readonly string[]): string[] {
  const targets = urls.flatMap((url) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0] ?? [])
  return [...new Set(targets)]
}
