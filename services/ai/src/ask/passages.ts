import type { Related, SearchIndex } from '@quire/search'
import type { IndexedSection } from '../database.ts'
import { type TitledSection, titled } from '../indexing/titled.ts'

/** A section that may answer, with where it stands. */
export interface Passage extends TitledSection {
  spaceId: string
  /** A revision of the space that has this text. */
  revision: string
  pageId: string
  pageTitle: string
  /** The language that its space is written in, as a language tag; null where it names none. */
  language: string | null
  /** 0 to 1: the lower the rarer in general the rarest word of the question that its page lacks; 0: a name. */
  confidence: number
  /** How much of the question the best section of its page covers, 0 to 1. */
  coverage: number
}

export type FoundPage = Awaited<ReturnType<SearchIndex['search']>>['pages'][number]

/** What is kept of a page that was found. */
export interface KeptPage {
  space: string
  id: string
  sections: IndexedSection[]
  revision: string
  /** The language tag of its space. */
  language: string | null
}

/** Pages whose sections are compared; so many of the best are read. */
export const pagesCompared = 20
export const pagesRead = 8

/** How pages are searched that may answer a question. */
export const searchFor = (
  question: string,
  { limit = pagesCompared, related = [] }: { limit?: number; related?: readonly Related[] } = {},
) => ({
  text: question,
  options: { order: 'best-first', limit, described: { from: 0, to: limit }, related } as const,
})

/** What the best section of a page counts beside the page as a whole: how well it answers, and how much it covers. */
const sectionShares = { relevance: 0.6, coverage: 0.3 }

/** Of the pages that were found those that may answer, the best first. */
export const bestPages = (found: readonly FoundPage[]): FoundPage[] => inOrder(found).slice(0, pagesRead)

/**
 * All of them, the best first: by all their words and by their best section. Each figure counts as a share of the highest
 * one (docs/adr/0075).
 */
export function inOrder(found: readonly FoundPage[]): FoundPage[] {
  const figures = found.map((page) => ({
    page,
    score: page.score,
    relevance: Math.max(0, ...page.sections.map(({ relevance }) => relevance)),
    coverage: coverageOf(page),
  }))
  const highest = (figure: 'score' | 'relevance' | 'coverage') =>
    Math.max(Number.MIN_VALUE, ...figures.map((one) => one[figure]))
  const [score, relevance, coverage] = [highest('score'), highest('relevance'), highest('coverage')]
  return figures
    .map((one) => ({
      page: one.page,
      worth:
        one.score / score +
        (sectionShares.relevance * one.relevance) / relevance +
        (sectionShares.coverage * one.coverage) / coverage,
    }))
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ page }) => page)
}

/** How much of the question the best section of a page covers. */
export const coverageOf = ({ sections }: FoundPage): number => Math.max(0, ...sections.map(({ coverage }) => coverage))

/** The sections of pages that were found, page by page as they are given, and in each the best first. */
export function passagesOf(pages: readonly FoundPage[], kept: readonly KeptPage[]): Passage[] {
  const keptOf = new Map(kept.map((page) => [`${page.space}/${page.id}`, page]))
  return pages.flatMap((page) => {
    const { sections = [], revision = '', language = null } = keptOf.get(`${page.space}/${page.id}`) ?? {}
    const all = titled(page.title, sections)
    const place = { spaceId: page.space, revision, pageId: page.id, pageTitle: page.title, language }
    // What only the title has is answered from the beginning.
    const best = page.sections.length > 0 ? page.sections : [{ index: 0, relevance: 0 }]
    return best
      .toSorted((one, other) => other.relevance - one.relevance)
      .flatMap(({ index }) => {
        const section = all[index]
        return section ? [{ ...section, ...place, confidence: 1 - page.lacks, coverage: coverageOf(page) }] : []
      })
  })
}

/** So many of the best pages are quoted, and so many sections of each are compared for it. */
const pagesQuoted = 3
const sectionsQuoted = 3

/** A page that lacks a special word is no answer if its best section has less than this share of the question besides. */
const leastCoverage = 0.4

/** Whether a page, as the best one, says that the documentation does not answer. */
export const isFar = ({ confidence, coverage }: Pick<Passage, 'confidence' | 'coverage'>): boolean =>
  confidence === 0 && coverage < leastCoverage

/**
 * The passages that an answer quotes, those of the best page first. None where the documentation does not answer: each of
 * the best pages lacks a word that is special, or the best one does and has little of the others. What people ask in their
 * own words is made of words that are common in general, so pages may lack these.
 */
export function quotedOf(found: readonly Passage[]): Passage[] {
  const pages = [...Map.groupBy(found, ({ spaceId, pageId }) => `${spaceId}/${pageId}`).values()].slice(0, pagesQuoted)
  const [first] = pages[0] ?? []
  const isAnswered = first !== undefined && !isFar(first) && pages.some(([best]) => best && best.confidence > 0)
  return isAnswered ? pages.flatMap((passages) => passages.slice(0, sectionsQuoted)) : []
}
