import type { Related, SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type TitledSection, withTitles } from '../indexing/indexed-page.ts'
import type { IndexedSection } from '../tables/indexing.tables.ts'

/** A section that may answer a question, with its location. */
export interface CandidateSection extends TitledSection {
  spaceId: string
  /** A revision of the space that contains this text. */
  revision: string
  pageId: string
  pageTitle: string
  /** The language tag of the space; null if the space names no language. */
  language: string | null
  /** 0 to 1: the rarer the rarest word of the question that the page lacks, the lower; 0 if that word is a name. */
  confidence: number
  /** The share of the question that the best section of the page covers, 0 to 1. */
  coverage: number
}

export type FoundPage = Awaited<ReturnType<SearchIndex['search']>>['pages'][number]

/** The stored content of a found page. */
export interface StoredPage {
  space: string
  id: string
  sections: IndexedSection[]
  revision: string
  /** The language tag of the space. */
  language: string | null
}

/** Number of pages that are compared, and of the best among them that are read. */
export const pagesCompared = 20
export const pagesRead = 8

/** Returns the search for pages that may answer a question. */
export const searchRequest = (
  question: string,
  { limit = pagesCompared, related = [] }: { limit?: number; related?: readonly Related[] } = {},
) => ({
  text: question,
  options: { order: 'best-first', limit, selection: { from: 0, to: limit }, related } as const,
})

/** Weights of a page's best section beside the page's own score: its relevance and its coverage. */
const sectionShares = { relevance: 0.6, coverage: 0.3 }

/** Returns the found pages that may answer, the best first. */
export const selectBestPages = (found: readonly FoundPage[]): FoundPage[] => orderByRelevance(found).slice(0, pagesRead)

/**
 * Orders pages by their score and by the relevance and coverage of their best section, the best first. Each figure
 * counts as a share of the highest one (docs/adr/0018).
 */
export function orderByRelevance(found: readonly FoundPage[]): FoundPage[] {
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

/** Returns the share of the question that the best section of a page covers. */
export const coverageOf = ({ sections }: FoundPage): number => Math.max(0, ...sections.map(({ coverage }) => coverage))

/** Returns the sections of found pages: page by page in the given order, and the best section of each page first. */
export function candidateSections(pages: readonly FoundPage[], stored: readonly StoredPage[]): CandidateSection[] {
  const storedByPage = new Map(stored.map((page) => [`${page.space}/${page.id}`, page]))
  return pages.flatMap((page) => {
    const { sections = [], revision = '', language = null } = storedByPage.get(`${page.space}/${page.id}`) ?? {}
    const all = withTitles(page.title, sections)
    const location = { spaceId: page.space, revision, pageId: page.id, pageTitle: page.title, language }
    // A page that is found by its title alone answers with its first section.
    const best = page.sections.length > 0 ? page.sections : [{ index: 0, relevance: 0 }]
    return best
      .toSorted((one, other) => other.relevance - one.relevance)
      .flatMap(({ index }) => {
        const section = all[index]
        return section ? [{ ...section, ...location, confidence: 1 - page.lacks, coverage: coverageOf(page) }] : []
      })
  })
}

/** Number of the best pages that are quoted, and of sections of each that are compared for the quotes. */
const pagesQuoted = 3
const sectionsQuoted = 3

/** A page that lacks a name is no answer if its best section covers less than this share of the question. */
const minCoverage = 0.4

/** True if a page, as the best one, shows that the documentation does not answer the question. */
export const isUnanswered = ({ confidence, coverage }: Pick<CandidateSection, 'confidence' | 'coverage'>): boolean =>
  confidence === 0 && coverage < minCoverage

/**
 * Returns the sections that an answer quotes, those of the best page first. None if the documentation does not answer:
 * each of the best pages lacks a name of the question, or the best page lacks one and covers little of the rest. Pages
 * may lack common words, since people ask in their own words.
 */
export function sectionsToQuote(found: readonly CandidateSection[]): CandidateSection[] {
  const pages = [...Map.groupBy(found, ({ spaceId, pageId }) => `${spaceId}/${pageId}`).values()].slice(0, pagesQuoted)
  const [first] = pages[0] ?? []
  const isAnswered = first !== undefined && !isUnanswered(first) && pages.some(([best]) => best && best.confidence > 0)
  return isAnswered ? pages.flatMap((sections) => sections.slice(0, sectionsQuoted)) : []
}

/** Reads the stored sections of found pages; leaves out pages that changed since they were found. */
export async function readStoredPages(sql: Sql, pages: readonly FoundPage[]): Promise<StoredPage[]> {
  if (pages.length === 0) return []
  const found = pages.map(({ space, id, document }) => ({ space, id, document }))
  // While a space is being indexed, some of its pages belong to a newer revision than others.
  const { rows } = await raw<StoredPage>`
    select space, page.id, page.sections, search_space.language, case
      when page.revision = search_space.target then page.revision
      else coalesce(search_space.revision, page.revision) end as revision
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(space text, id text, document text)
    join page on page.space_id = space and page.id = found.id and page.revision = document
    join search_space on search_space.space_id = space`.execute(sql)
  return rows
}

export const isSamePage = (one: Pick<FoundPage, 'space' | 'id'>, other: typeof one): boolean =>
  one.space === other.space && one.id === other.id
