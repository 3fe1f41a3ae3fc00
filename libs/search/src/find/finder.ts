import type { QueryOptions } from '../query.ts'
import { readCounts, readTitle } from '../segment/record.ts'
import type { View } from '../view/view.ts'
import { best } from './best.ts'
import { chosenOf, type Described } from './described.ts'
import { scoreAll } from './first-stage.ts'
import { type FoundSection, placesByField, sectionsOf } from './found-sections.ts'
import type { Lookup } from './lookup.ts'
import { locate, PageOrder } from './page-order.ts'
import { type PageScore, scorePage } from './page-score.ts'
import { PhraseFilter, phrasesIn } from './phrases.ts'
import { type PagePlaces, placesIn } from './places.ts'
import type { Scratch } from './scratch.ts'
import type { LanguageQuery } from './terms.ts'

export interface FindOptions extends Omit<QueryOptions, 'language'> {
  /** `all-first`: pages with every term before the others, as for a search; `best-first`, as for a question. */
  order?: 'all-first' | 'best-first'
  /** The most pages that are ranked, and so the most that are returned; absent means 100. */
  limit?: number
  /** Which of the ranked pages are returned, each with its sections; absent: all, the first 20 with their sections. */
  described?: Described
}

interface FoundPage extends PageScore {
  space: string
  id: string
  title: string
  document: string
  /** The best sections, where they were asked for. */
  sections: FoundSection[]
}

export interface FoundPages {
  /** The best first; equal ones by space and id. */
  pages: FoundPage[]
  /** How many pages were found. */
  count: number
  /** How many spaces the ranked ones are in. */
  spaces: number
  /** False where there were too many hits to look at them all, or too many pages to look through for a phrase. */
  exact: boolean
}

/** Only so many pages are ranked by where the words stand in them; twice as many rank the evaluation's no better. */
const ranked = 50
/** Only so many pages are looked through for a phrase, the best by their words first. */
export const phrasePages = 1000
const describedPages = 20
/** Sections of each of the best pages; readers rarely look into others, which show the best one each. */
const sectionsOfBest = 3
const bestPages = 10

/** A ranked page as it was found; the best were read to be ranked. */
interface Ranked {
  space: string
  document: number
  read?: ReadPage | undefined
}

interface ReadPage {
  places: PagePlaces
  score: PageScore
}

type Read = Pick<Required<Ranked>, 'document'> & { read: ReadPage }

/** Ranks the pages that hold a term: all of them roughly, the best by where the words stand in them. */
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
    const chosen = best(pages, Math.max(ranked, limit), (one, other) => this.compareFirst(one, other))
    const inOrder = [...this.rankByPlaces(chosen.slice(0, ranked)), ...this.unread(chosen)].slice(0, limit)
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
    // A phrase of stop words alone may stand in pages that hold no term.
    const { scores } = this.scratch
    const possible = filters.flatMap((filter) => filter.possible().filter((document) => (scores[document] ?? 0) > 0))
    const looked = best(possible, phrasePages, (one, other) => this.compareFirst(one, other))
    const holding = looked.filter((document) => filters[this.languageOf(document)]?.holds(locate(this.view, document)))
    return { pages: holding, exact: possible.length <= phrasePages }
  }

  private languageOf(document: number): number {
    const { segment, local } = locate(this.view, document)
    return segment.parts.languages[local] ?? 0
  }

  private termsOf(document: number) {
    return this.queries[this.languageOf(document)]?.terms ?? []
  }

  /** Pages that come into question are longer than others, so they are measured against each other. */
  private meanSizeOf(documents: readonly number[]): number {
    const sizes = documents.map((document) => this.scratch.sizes[document] ?? 0)
    return Math.max(1, sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length))
  }

  /** The best pages, in the order that the places of the words in them give. */
  private rankByPlaces(documents: readonly number[]): Ranked[] {
    const meanSize = this.meanSizeOf(documents)
    const pages = documents.map((document) => ({ document, read: this.read(document, meanSize) }))
    pages.sort((one, other) => this.compareScored(one, other))
    return pages.map(({ document, read }) => ({ space: this.order.spaceOf(document), document, read }))
  }

  /** The others, as the first stage ordered them. */
  private unread(chosen: readonly number[]): Ranked[] {
    return chosen.slice(ranked).map((document) => ({ space: this.order.spaceOf(document), document }))
  }

  private read(document: number, meanSize: number): ReadPage {
    const [terms, page] = [this.termsOf(document), locate(this.view, document)]
    const places = placesIn(this.lookup.hits, terms, page)
    const specialties = this.queries[this.languageOf(document)]?.specialties
    return { places, score: scorePage(this.lookup.hits, terms, page, places, meanSize, specialties) }
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
    const { described } = this.options
    const shown = described ? chosenOf(pages, described) : pages
    const inBest = new Set(pages.slice(0, bestPages))
    return shown.map((page, place) => {
      const withSections = described !== undefined || place < describedPages
      return this.page(page, withSections ? (inBest.has(page) ? sectionsOfBest : 1) : 0)
    })
  }

  private page({ space, document, read }: Ranked, sections: number): FoundPage {
    const page = locate(this.view, document)
    const { places, score } = read ?? this.readUnranked(document)
    const record = page.segment.recordOf(page.local)
    readCounts(record)
    const found = { space, id: page.segment.idOf(page.local), ...score, ...readTitle(record) }
    if (sections === 0) return { ...found, sections: [] }
    const terms = this.termsOf(document)
    const byField = placesByField(this.lookup.hits, terms, page, places)
    return { ...found, sections: sectionsOf(terms, byField, places.fields, { record, most: sections }) }
  }

  /** What is ranked by its words alone keeps the score that they gave it. */
  private readUnranked(document: number): ReadPage {
    const { places, score } = this.read(document, 1)
    return { places, score: { ...score, score: this.scratch.scores[document] ?? 0 } }
  }
}
