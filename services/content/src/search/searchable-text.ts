import { type StoredSection, truncateSections } from '@quire/search/texts'
import type { TextTargets } from '../pages/resolve-target.ts'

/** A text as read for search. */
export interface SearchableText {
  sections: StoredSection[]
  /** The end of the text if the text is too long to be parsed whole. */
  rest: string
  /** Linked pages and files of the space, as `/pages/<id>` and `/files/<id>`. */
  links: string[]
  /** All targets of the text, if it was parsed whole. */
  targets?: TextTargets
}

/** The text of a page that has none, or one that takes too long. */
export const emptyText: SearchableText = { sections: [], rest: '', links: [] }

/** The stored columns of a text: `links` is null unless the sections, as presented, hold all that search needs. */
interface TextToStore {
  sections: StoredSection[]
  links: string[] | null
}

export function textToStore(read: SearchableText): TextToStore {
  const { sections, rest, links } = read
  const presented = truncateSections(sections, 'text')
  // A text that took too long now may be read another time.
  const isWhole =
    read !== emptyText && rest === '' && presented.length === sections.length && presented.every(isWholeOf(sections))
  return { sections: presented, links: isWhole ? links : null }
}

const isWholeOf = (sections: readonly StoredSection[]) => (presented: StoredSection, index: number) =>
  presented.title === sections[index]?.title && presented.text === sections[index].text

/** Returns the addresses that lead to pages and files of the space, in the form of `SearchableText.links`. */
export function linkTargets(urls: readonly string[]): string[] {
  const targets = urls.flatMap((url) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0] ?? [])
  return [...new Set(targets)]
}
