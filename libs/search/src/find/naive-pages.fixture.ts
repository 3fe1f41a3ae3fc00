import { analyse } from '../analyse.ts'
import { type Language, languageOf } from '../language/languages.ts'
import type { PageVersion } from '../segment/page-version.ts'

/* Pages that are read word by word, without an index. */

export interface Word {
  text: string
  position: number
  worth: number
  /** The section whose text or title contains the word. */
  section: number | undefined
  inTitle: boolean
  token: number
}

export interface NaivePage {
  space: string
  id: string
  language: Language
  words: Word[]
  size: number
  titleSize: number
}

export interface NaiveChange {
  pages: readonly PageVersion[]
  cleared: readonly string[]
}

/** Returns the newest version of each page that is live after these changes. */
export function livePages(changes: readonly NaiveChange[]): PageVersion[] {
  const live = new Map<string, PageVersion>()
  for (const { pages, cleared } of changes) {
    for (const [key, { space }] of [...live]) if (cleared.includes(space)) live.delete(key)
    for (const page of pages) live.set(`${page.space} ${page.id}`, page)
  }
  return [...live.values()].filter(({ text }) => text)
}

export function readPage({ space, id, language, text }: PageVersion): NaivePage {
  const page: NaivePage = { space, id, language: languageOf(language), words: [], size: 0, titleSize: 0 }
  let next = 1
  const add = (value: string, worth: number, section?: number, inTitle = false) => {
    const tokens = analyse(value)
    const last = tokens.at(-1)
    for (const token of tokens) {
      page.words.push({
        text: token.text,
        position: next + token.position,
        worth,
        section,
        inTitle,
        token: token.position,
      })
    }
    if (!last) return 0
    page.size += last.position + 1
    next += last.position + 16
    return last.position + 1
  }
  page.titleSize = add(text?.title ?? '', 8)
  add(text?.path ?? '', 3)
  add(text?.description ?? '', 2)
  for (const [index, section] of (text?.sections ?? []).entries()) {
    add(section.title, 3, index, true)
    add(section.text, 1, index)
  }
  add(text?.rest ?? '', 1)
  return page
}

/** Returns the ids of the pages of a space that link to a target, sorted. */
export function linkNaively(pages: readonly PageVersion[], space: string, target: string): string[] {
  return pages
    .filter((page) => page.space === space && page.text?.links?.includes(target))
    .map(({ id }) => id)
    .sort()
}
