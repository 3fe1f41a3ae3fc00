import type { QueryOptions } from '../query.ts'
import { readCounts, readTitle } from '../segment/record.ts'
import type { View } from '../view/view.ts'
import { best } from './best.ts'
import { scoreAll } from './first-stage.ts'
import { type FoundSection, sectionsOf } from './found-sections.ts'
import type { Lookup } from './lookup.ts'
import { locate, PageOrder } from './page-order.ts'
import { type PageScore, scorePage } from './page-score.ts'
import { PhraseFilter, phrasesIn } from './phrases.ts'
import type { Scratch } from './scratch.ts'
import type { LanguageQuery } from './terms.ts'

export interface FindOptions extends Omit<QueryOptions, 'language'> {
  /** `all-first`: pages with every term before the others, as for a search; `best-first`, as for a question. */
  order?: 'all-first' | 'best-first'
  /** The most pages that are returned; absent means 100. */
  limit?: number
  /** Which of the ranked pages come with their sections; absent: the first 20. */
  described?: (ranked: readonly RankedPage[]) => readonly RankedPage[]
}

/** A page that was found. */
interface RankedPage extends PageScore {
  space: string
  id: string
}

interface FoundPage extends RankedPage {
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
  /** False where there were too many hits to look at them all, or too many pages to look through for a phrase. */
  exact: boolean
}

/** Only so many pages are ranked by where the words stand in them; twice as many rank the evaluation's no better. */
const ranked = 50
/** Only so many pages are looked through for a phrase, the best by their words first. */
const phrasePages = 1000
const describedPages = 20
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
    const meanSize = this.meanSizeOf(chosen.slice(0, ranked))
    const scored = chosen.map((document, place) => ({ document, ...this.score(document, place < ranked, meanSize) }))
    const [first, rest] = [scored.slice(0, ranked), scored.slice(ranked)]
    first.sort((one, other) => this.compareScored(one, other))
    const found = {
      pages: this.describe([...first, ...rest].slice(0, limit)),
      count: pages.length,
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

  private score(document: number, full: boolean, meanSize: number): PageScore {
    const score = scorePage(this.lookup.hits, this.termsOf(document), locate(this.view, document), meanSize)
    return full ? score : { ...score, score: this.scratch.scores[document] ?? 0 }
  }

  private compareFirst(one: number, other: number): number {
    const { scores, complete } = this.scratch
    if (this.options.order !== 'best-first' && complete[one] !== complete[other]) return complete[one] === 1 ? -1 : 1
    return (scores[other] ?? 0) - (scores[one] ?? 0) || this.order.compare(one, other)
  }

  private compareScored(one: PageScore & { document: number }, other: PageScore & { document: number }): number {
    if (this.options.order !== 'best-first' && one.complete !== other.complete) return one.complete ? -1 : 1
    return other.score - one.score || this.order.compare(one.document, other.document)
  }

  private describe(pages: readonly (PageScore & { document: number })[]): FoundPage[] {
    const found = pages.map(({ document, score, coverage, complete }) => {
      const { segment, local } = locate(this.view, document)
      const reader = segment.recordOf(local)
      readCounts(reader)
      const page = { space: this.order.spaceOf(document), id: segment.idOf(local), score, coverage, complete }
      return { document, page: { ...page, ...readTitle(reader), sections: [] as FoundSection[] } }
    })
    const choose = this.options.described ?? ((all) => all.slice(0, describedPages))
    const chosen = new Set<RankedPage>(choose(found.map(({ page }) => page)))
    for (const { document, page } of found) {
      if (chosen.has(page))
        page.sections = sectionsOf(this.lookup.hits, this.termsOf(document), locate(this.view, document))
    }
    return found.map(({ page }) => page)
  }
}
