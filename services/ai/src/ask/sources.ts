import type { Answer } from '@quire/contracts'
import type { Passage } from './retrieval.ts'

type Source = Answer['sources'][number]

/** What an answer names of the passages that it was given, by their places from 1 on. */
interface Naming {
  cited: ReadonlySet<number>
  seeAlso: ReadonlySet<number>
}

/** One source a page: those that are cited, in this order, then those that may say more. */
export function sourcesOf(passages: readonly Passage[], { cited, seeAlso }: Naming): Source[] {
  const named = [...cited, ...seeAlso].flatMap((number) => {
    const passage = passages[number - 1]
    return passage ? [{ passage, isCited: cited.has(number) }] : []
  })
  const pages = Map.groupBy(named, ({ passage }) => `${passage.spaceId}/${passage.pageId}`)
  return [...pages.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    const sections = [first, ...rest].map(({ passage }) => passage)
    return [sourceOf(first.passage, sections, first.isCited)]
  })
}

function sourceOf({ pageId, revision, spaceId }: Passage, sections: readonly Passage[], isCited: boolean): Source {
  const titles = [...new Set(sections.map(({ titles, pageTitle }) => `“${titles.at(-1) ?? pageTitle}”`))].join(', ')
  return {
    type: 'page',
    reason: isCited ? `The answer rests on ${titles}.` : `${titles} may say more.`,
    page: pageId,
    revision,
    space: spaceId,
    sections: [...new Set(sections.map(({ id }) => id))].filter((id) => id !== ''),
  }
}

/** The notes that `[^n]` leads to: the titles of the section, as a link to it. */
export function notesOf(passages: readonly Passage[], cited: ReadonlySet<number>): string {
  return [...cited].map((number) => noteOf(passages, number)).join('')
}

function noteOf(passages: readonly Passage[], number: number): string {
  const passage = passages[number - 1]
  if (!passage) return ''
  const titles = passage.titles.map((title) => title.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>&!~|$:]/g, '\\$&'))
  return `\n\n[^${number}]: [${titles.join(' › ')}](${addressOf(passage)})`
}

/** The address of a section as the markdown of pages names it (docs/markdown.md). */
function addressOf({ spaceId, pageId, id }: Passage): string {
  return `/spaces/${spaceId}/pages/${pageId}${id === '' ? '' : `#${encodeURIComponent(id)}`}`
}
