import type { QueryOptions } from '../query.ts'
import { readCounts, readTitle } from '../segment/page-record.ts'
import type { View } from '../view/view.ts'
import { scoreAll } from './first-stage.ts'
import { type FoundSection, occurrencesByField, sectionsOf } from './found-sections.ts'
import { findOccurrences, type PageOccurrences } from './occurrences.ts'
import { locate, PageOrder } from './page-order.ts'
import { type PageScore, scorePage } from './page-score.ts'
import { PhraseFilter, phrasesIn } from './phrase-filter.ts'
import type { Scratch } from './scratch.ts'
import { type PageSelection, selectBest, selectPages } from './select-best.ts'
import type { LanguageQuery } from './term-hits.ts'
import type { Lookup } from './word-lookup.ts'

export interface FindOptions extends Omit<QueryOptions, 'language'> {
  /**
   * `all-first` ranks pages with every term before the others, as for a search; `best-first` does not, as for a
   * question.
   */
  order?: 'all-first' | 'best-first'
  /** Bound on the pages that are ranked and returned; absent means 100. */
  limit?: number
  /**
   * Selects the ranked pages that are returned, with their sections; absent for all, of which the first 20 have
   * sections.
   */
  selection?: PageSelection
}

interface FoundPage extends PageScore {
  space: string
  id: string
  title: string
  document: string
  /** The position among the ranked pages, from 1. */
  rank: number
  /** The best sections; empty for pages that are returned without sections. */
  sections: FoundSection[]
}

export interface FoundPages {
  /** The found pages, the best first; ties are in the order of space and id. */
  pages: FoundPage[]
  /** The number of pages found. */
  count: number
  /** The number of spaces of the ranked pages. */
  spaces: number
  /** False if there were too many hits to read all, or too many pages to check all for a phrase. */
  exact: boolean
}

/** Bound on the pages that are ranked by the positions of their words; doubling it does not improve the evaluation. */
const maxRanked = 50
/** Bound on the pages that are checked for a phrase, the best by their words first. */
export const phrasePages = 1000
const pagesWithSections = 20
/** Number of sections of each of the best pages; others, which readers rarely open, have one. */
const sectionsPerBestPage = 3
const bestPages = 10

/** A ranked page; `read` is set for the best ones, which were read for their ranks. */
interface Ranked {
  space: string
  document: number
  read?: ReadPage | undefined
}

interface ReadPage {
  occurrences: PageOccurrences
  score: PageScore
}

type Read = Pick<Required<Ranked>, 'document'> & { read: ReadPage }

/** Ranks the pages that contain a term: all of them roughly, the best of them by the positions of the words. */
export class Finder {
  private readonly view: View
  private readonly scratch: Scratch
  private readonly lookup: Lookup
  private readonly queries: readonly LanguageQuery[]
  private readonly meanSize: number
  private readonly options: FindOptions
  private readonly order: PageOrder

  constructor(
    view: View,
    scratch: Scratch,
    lookup: Lookup,
    queries: readonly LanguageQuery[],
    meanSize: number,
    options: FindOptions,
  ) {
    this.view = view
    this.scratch = scratch
    this.lookup = lookup
    this.queries = queries
    this.meanSize = meanSize
    this.options = options
    this.order = new PageOrder(view)
  }

  find(text: string): FoundPages {
    const all = scoreAll(this.scratch, this.lookup.hits, this.queries, this.meanSize)
    const { pages, exact } = this.withPhrases(all, text)
    const { limit = 100 } = this.options
    const chosen = selectBest(pages, Math.max(maxRanked, limit), (one, other) => this.compareFirst(one, other))
    const inOrder = [...this.rankByPositions(chosen.slice(0, maxRanked)), ...this.unread(chosen)].slice(0, limit)
    const found = {
      pages: this.describe(inOrder),
      count: pages.length,
      spaces: new Set(inOrder.map(({ space }) => space)).size,
      exact: exact && !this.lookup.hits.full,
    }
    for (const document of all) {
      this.scratch.scores[document] = 0
      this.scratch.complete[document] = 0
    }
    return found
  }

  private withPhrases(pages: Uint32Array, text: string): { pages: ArrayLike<number>; exact: boolean } {
    const phrases = phrasesIn(text)
    if (phrases.length === 0) return { pages, exact: true }
    const filters = this.queries.map(({ language }) => new PhraseFilter(this.lookup, language, phrases))
    // A phrase of stop words may occur in pages that contain no term.
    const { scores } = this.scratch
    const possible = filters.flatMap((filter) => filter.possible().filter((document) => (scores[document] ?? 0) > 0))
    const checked = selectBest(possible, phrasePages, (one, other) => this.compareFirst(one, other))
    const matching = checked.filter((document) =>
      filters[this.languageOf(document)]?.holds(locate(this.view, document)),
    )
    return { pages: matching, exact: possible.length <= phrasePages }
  }

  private languageOf(document: number): number {
    const { segment, local } = locate(this.view, document)
    return segment.parts.languages[local] ?? 0
  }

  private termsOf(document: number) {
    return this.queries[this.languageOf(document)]?.terms ?? []
  }

  /** Candidate pages are longer than others, so their sizes are compared with their own mean. */
  private meanSizeOf(documents: readonly number[]): number {
    const sizes = documents.map((document) => this.scratch.sizes[document] ?? 0)
    return Math.max(1, sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length))
  }

  /** Orders the best pages by the positions of the words in them. */
  private rankByPositions(documents: readonly number[]): Ranked[] {
    const meanSize = this.meanSizeOf(documents)
    const pages = documents.map((document) => ({ document, read: this.read(document, meanSize) }))
    pages.sort((one, other) => this.compareScored(one, other))
    return pages.map(({ document, read }) => ({ space: this.order.spaceOf(document), document, read }))
  }

  /** Returns the other pages in the order of the first stage. */
  private unread(chosen: readonly number[]): Ranked[] {
    return chosen.slice(maxRanked).map((document) => ({ space: this.order.spaceOf(document), document }))
  }

  private read(document: number, meanSize: number): ReadPage {
    const [terms, page] = [this.termsOf(document), locate(this.view, document)]
    const occurrences = findOccurrences(this.lookup.hits, terms, page)
    const specialties = this.queries[this.languageOf(document)]?.specialties
    return { occurrences, score: scorePage(this.lookup.hits, terms, page, occurrences, meanSize, specialties) }
  }

  private compareFirst(one: number, other: number): number {
    const { scores, complete } = this.scratch
    if (this.options.order !== 'best-first' && complete[one] !== complete[other]) return complete[one] === 1 ? -1 : 1
    return (scores[other] ?? 0) - (scores[one] ?? 0) || this.order.compare(one, other)
  }

  private compareScored(one: Read, other: Read): number {
    const [first, second] = [one.read.score, other.read.score]
    if (this.options.order !== 'best-first' && first.complete !== second.complete) return first.complete ? -1 : 1
    return second.score - first.score || this.order.compare(one.document, other.document)
  }

  private describe(pages: readonly Ranked[]): FoundPage[] {
    const { selection } = this.options
    const selected = selection ? selectPages(pages, selection) : pages
    const ranks = new Map(pages.map((page, index) => [page, index + 1]))
    return selected.map((page, index) => {
      const rank = ranks.get(page) ?? 0
      const withSections = selection !== undefined || index < pagesWithSections
      const sections = rank <= bestPages ? sectionsPerBestPage : 1
      return { ...this.page(page, withSections ? sections : 0), rank }
    })
  }

  private page({ space, document, read }: Ranked, sections: number): Omit<FoundPage, 'rank'> {
    const page = locate(this.view, document)
    const { occurrences, score } = read ?? this.readUnranked(document)
    const record = page.segment.recordOf(page.local)
    readCounts(record)
    const found = { space, id: page.segment.idOf(page.local), ...score, ...readTitle(record) }
    if (sections === 0) return { ...found, sections: [] }
    const terms = this.termsOf(document)
    const byField = occurrencesByField(this.lookup.hits, terms, page, occurrences)
    return { ...found, sections: sectionsOf(terms, byField, occurrences.fields, { record, limit: sections }) }
  }

  /** Reads a page that was not ranked by positions: its score is that of the first stage. */
  private readUnranked(document: number): ReadPage {
    const { occurrences, score } = this.read(document, 1)
    return { occurrences, score: { ...score, score: this.scratch.scores[document] ?? 0 } }
  }
}
