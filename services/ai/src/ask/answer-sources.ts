import type { Answer } from '@quire/contracts'
import type { CandidateSection } from './retrieval.ts'

type Source = Answer['sources'][number]

/** The sections that an answer names, by their numbers: positions in the draft, from 1 on. */
interface SourceNumbers {
  cited: ReadonlySet<number>
  seeAlso: ReadonlySet<number>
}

/** Returns one source per page: cited pages in the order of citation, then pages that may say more. */
export function answerSources(sections: readonly CandidateSection[], { cited, seeAlso }: SourceNumbers): Source[] {
  const named = [...cited, ...seeAlso].flatMap((number) => {
    const section = sections[number - 1]
    return section ? [{ section, isCited: cited.has(number) }] : []
  })
  const pages = Map.groupBy(named, ({ section }) => `${section.spaceId}/${section.pageId}`)
  return [...pages.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    const ofPage = [first, ...rest].map(({ section }) => section)
    return [sourceOf(first.section, ofPage, first.isCited)]
  })
}

function sourceOf(
  { pageId, revision, spaceId }: CandidateSection,
  sections: readonly CandidateSection[],
  isCited: boolean,
): Source {
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

/** A text whose marks are numbered from 1 on in their order, and the cited numbers in that order. */
interface NumberedText {
  markdown: string
  cited: Set<number>
}

/** Matches code, which stays as it is, or a mark. Code begins and ends with whole runs of backticks: parts would be tried each. */
const codeOrMark = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<!\\)\[\^(\d{1,3})\]/g

/** Numbers the marks of an answer as a reader meets them. */
export function numberedText(markdown: string, cited: ReadonlySet<number>): NumberedText {
  const order: number[] = []
  const text = markdown.replace(codeOrMark, (all, _, digits?: string) => {
    const number = Number(digits)
    if (digits === undefined || !cited.has(number)) return all
    if (!order.includes(number)) order.push(number)
    return `[^${order.indexOf(number) + 1}]`
  })
  return { markdown: text, cited: new Set([...order, ...cited]) }
}

/** Returns the footnotes of a numbered text: the titles of each cited section, as a link to it. */
export function footnotes(sections: readonly CandidateSection[], cited: ReadonlySet<number>): string {
  return [...cited].map((number, at) => footnote(sections[number - 1], at + 1)).join('')
}

function footnote(section: CandidateSection | undefined, number: number): string {
  if (!section) return ''
  const titles = section.titles.map((title) => title.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>&!~|$:]/g, '\\$&'))
  return `\n\n[^${number}]: [${titles.join(' › ')}](${addressOf(section)})`
}

/** Returns the address of a section in the form that the markdown of pages uses (docs/markdown.md). */
function addressOf({ spaceId, pageId, id }: CandidateSection): string {
  return `/spaces/${spaceId}/pages/${pageId}${id === '' ? '' : `#${encodeURIComponent(id)}`}`
}
