import { coverageOf, type FoundPage, isFar } from './passages.ts'

/** For the place of a page in a ranking, the cosine of each of its sections that has a vector, by its place in the page. */
type Cosines = ReadonlyMap<number, ReadonlyMap<number, number>>

/** Of the method, reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): how little the first places differ. */
const evenness = 60
/** Sections of a page that are given on. */
const sectionsKept = 5
/** Pages that answers quote. */
const pagesQuoted = 3

/** Pages in an order that counts their words and their meaning alike, each with its sections in such an order. */
export function fusedByMeaning(pages: readonly FoundPage[], cosines: Cosines): FoundPage[] {
  const nearest = new Map(pages.map((page, place) => [page, highest(cosines.get(place))]))
  const fused = fusedByRank(pages, (page) => nearest.get(page))
  const placeOf = new Map(pages.map((page, place) => [page, place]))
  return keepingAnswer(pages, keepingNamed(pages, fused)).map((page) => {
    const ofPage = cosines.get(placeOf.get(page) ?? -1)
    return ofPage ? { ...page, sections: fusedSections(page, ofPage) } : page
  })
}

const highest = (cosines: ReadonlyMap<number, number> | undefined) =>
  cosines && cosines.size > 0 ? Math.max(...cosines.values()) : undefined

type FoundSection = FoundPage['sections'][number]

/** The best sections of a page by words and meaning, `relevance` being their order; those that have none of the words too. */
function fusedSections(page: FoundPage, cosines: ReadonlyMap<number, number>): FoundSection[] {
  const { sections } = page
  // Also where the section that covers most is not among those that are given on.
  const coverage = coverageOf(page)
  const known = new Map(sections.map((section) => [section.index, section]))
  const byWords = sections.toSorted((one, other) => other.relevance - one.relevance)
  const others = [...cosines.keys()].filter((index) => !known.has(index)).map(withoutWords)
  return fusedByRank([...byWords, ...others], ({ index }) => cosines.get(index))
    .slice(0, sectionsKept)
    .map((section, place) => ({ ...section, coverage, relevance: 1 / (place + 1) }))
}

const withoutWords = (index: number): FoundSection => ({ index, score: 0, coverage: 0, relevance: 0, places: [] })

/**
 * Items in the order that their places add up to: in the order given and in that of their cosines. One without a cosine has
 * the same place in both, so where few have one the order stays nearly as it is.
 */
export function fusedByRank<Item>(items: readonly Item[], cosineOf: (item: Item) => number | undefined): Item[] {
  const compared = items.filter((item) => cosineOf(item) !== undefined)
  const nearest = compared.toSorted((one, other) => (cosineOf(other) ?? 0) - (cosineOf(one) ?? 0)).values()
  const second = items.map((item) => (cosineOf(item) === undefined ? item : (nearest.next().value ?? item)))
  const worth = new Map<Item, number>()
  for (const order of [items, second]) {
    for (const [place, item] of order.entries()) worth.set(item, (worth.get(item) ?? 0) + 1 / (evenness + place + 1))
  }
  return items.toSorted((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0))
}

/**
 * Which words are missing decides whether a question is declined (docs/adr/0071). So meaning takes no answer away: where
 * only such pages came first that lack a name, the best by its words that has it stays among those that are quoted.
 */
function keepingNamed(pages: readonly FoundPage[], fused: readonly FoundPage[]): FoundPage[] {
  const hasNames = ({ lacks }: FoundPage) => lacks < 1
  const quoted = fused.slice(0, pagesQuoted)
  const named = pages.slice(0, pagesQuoted).find(hasNames)
  if (!named || quoted.some(hasNames)) return [...fused]
  return [...quoted.slice(0, -1), named, ...fused.slice(pagesQuoted - 1).filter((page) => page !== named)]
}

/** Nor does the page that comes first by its meaning, where the first one by its words does not say so too. */
function keepingAnswer([first]: readonly FoundPage[], fused: readonly FoundPage[]): readonly FoundPage[] {
  const declines = (page: FoundPage) => isFar({ confidence: 1 - page.lacks, coverage: coverageOf(page) })
  const answering = first && !declines(first) ? fused.find((page) => !declines(page)) : undefined
  return answering ? [answering, ...fused.filter((page) => page !== answering)] : fused
}
