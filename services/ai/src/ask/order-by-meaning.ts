import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { cosine } from '../vectors/packed-vectors.ts'
import { coverageOf, type FoundPage, isUnanswered } from './candidate-sections.ts'

/**
 * Cosines of the sections that have a vector, by the position of the page in the ranking and of the section in the
 * page.
 */
type Cosines = ReadonlyMap<number, ReadonlyMap<number, number>>

/**
 * The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): the larger, the less the first ranks
 * differ.
 */
const rankConstant = 60

/** Sections of a page that are passed on. */
const maxSections = 5

/** Pages that answers quote. */
const pagesQuoted = 3

type FoundSection = FoundPage['sections'][number]

/**
 * The caller of a question, last, and the groups around the caller, outermost first, such as a site and a network. The
 * question counts for the bounds of each.
 */
export type QuestionHolders = readonly string[]

/** Embeds questions into the vector space of the sections. */
export interface QuestionVectors {
  /** The model that made the vectors: only vectors of one model can be compared. */
  model: string
  /** Returns undefined if no vector arrives in time: then words alone decide. Never throws. */
  of(question: string, holders: QuestionHolders, signal: AbortSignal): Promise<Float32Array | undefined>
}

/** The embedding of a question. */
export interface Meaning {
  model: string
  vector: Promise<Float32Array | undefined>
}

/**
 * Bound on the sections that are compared with a question: those that have its words come first, then others of the
 * best pages.
 */
const maxSectionsCompared = 200

/**
 * Orders pages that were found by the words of a question, the best first, by its meaning too. The order does not
 * change if the question's vector does not arrive in time, or if the pages have no vectors.
 */
export async function orderByMeaning(
  sql: Sql,
  pages: readonly FoundPage[],
  { model, vector }: Meaning,
): Promise<readonly FoundPage[]> {
  if (pages.length === 0) return pages
  const asked = await vector
  if (!asked) return pages
  const cosines = new Map<number, Map<number, number>>()
  for (const { page, section, vector: bytes } of await vectorsOf(sql, pages, model)) {
    const near = cosine(asked, bytes)
    if (near === undefined) continue
    const ofPage = cosines.get(page) ?? new Map<number, number>()
    cosines.set(page, ofPage.set(section, near))
  }
  return fuseByMeaning(pages, cosines)
}

interface SectionVector {
  /** The position of the page among the found ones. */
  page: number
  /** The position of the section in the page. */
  section: number
  vector: Buffer
}

/** Reads the vectors of these pages' sections; leaves out pages that changed since they were found. */
async function vectorsOf(sql: Sql, pages: readonly FoundPage[], model: string): Promise<SectionVector[]> {
  const found = pages.map(({ space, id, document, sections }, position) => {
    return { position, space, id, document, sections: sections.map(({ index }) => index) }
  })
  const { rows } = await raw<SectionVector>`
    select compared.page, compared.section, section_vector.vector
    from (
      select found.position as page, (one.place - 1)::int as section, one.key
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as found (position int, space text, id text, document text, sections jsonb)
      join page on page.space_id = found.space and page.id = found.id and page.revision = found.document
        and page.embedded_by = ${model}
      cross join unnest(page.section_keys) with ordinality as one (key, place)
      order by not found.sections @> to_jsonb(one.place - 1), found.position, one.place
      limit ${maxSectionsCompared}
    ) compared join section_vector on section_vector.key = compared.key`.execute(sql)
  return rows
}

/** Orders pages by words and meaning with equal weight, and the sections of each page likewise. */
export function fuseByMeaning(pages: readonly FoundPage[], cosines: Cosines): FoundPage[] {
  const nearest = new Map(pages.map((page, position) => [page, highest(cosines.get(position))]))
  const fused = fuseByRank(pages, (page) => nearest.get(page))
  const positionOf = new Map(pages.map((page, position) => [page, position]))
  return retainAnswer(pages, retainNamed(pages, fused)).map((page) => {
    const ofPage = cosines.get(positionOf.get(page) ?? -1)
    return ofPage ? { ...page, sections: fuseSections(page, ofPage) } : page
  })
}

const highest = (cosines: ReadonlyMap<number, number> | undefined) =>
  cosines && cosines.size > 0 ? Math.max(...cosines.values()) : undefined

/**
 * Returns the best sections of a page by words and meaning, also sections without any of the words. `relevance` gives
 * their order.
 */
function fuseSections(page: FoundPage, cosines: ReadonlyMap<number, number>): FoundSection[] {
  const { sections } = page
  // The page's coverage holds even if the section that covers most is not passed on.
  const coverage = coverageOf(page)
  const known = new Map(sections.map((section) => [section.index, section]))
  const byWords = sections.toSorted((one, other) => other.relevance - one.relevance)
  const others = [...cosines.keys()].filter((index) => !known.has(index)).map(withoutWords)
  return fuseByRank([...byWords, ...others], ({ index }) => cosines.get(index))
    .slice(0, maxSections)
    .map((section, rank) => ({ ...section, coverage, relevance: 1 / (rank + 1) }))
}

const withoutWords = (index: number): FoundSection => ({ index, score: 0, coverage: 0, relevance: 0, words: [] })

/**
 * Orders items by the sum of their ranks in the given order and in the order of their cosines. An item without a cosine
 * has the same rank in both, so if few items have one, the order hardly changes.
 */
export function fuseByRank<Item>(items: readonly Item[], cosineOf: (item: Item) => number | undefined): Item[] {
  const compared = items.filter((item) => cosineOf(item) !== undefined)
  const nearest = compared.toSorted((one, other) => (cosineOf(other) ?? 0) - (cosineOf(one) ?? 0)).values()
  const second = items.map((item) => (cosineOf(item) === undefined ? item : (nearest.next().value ?? item)))
  const worth = new Map<Item, number>()
  for (const order of [items, second]) {
    for (const [rank, item] of order.entries()) worth.set(item, (worth.get(item) ?? 0) + 1 / (rankConstant + rank + 1))
  }
  return items.toSorted((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0))
}

/**
 * Retains a page that has the names of the question among the quoted ones. The missing words decide whether a question
 * is declined (docs/adr/0018), and meaning must not take an answer away: if all first pages lack a name, the best page
 * by words that has it replaces the last of them.
 */
function retainNamed(pages: readonly FoundPage[], fused: readonly FoundPage[]): FoundPage[] {
  const hasNames = ({ lacks }: FoundPage) => lacks < 1
  const quoted = fused.slice(0, pagesQuoted)
  const named = pages.slice(0, pagesQuoted).find(hasNames)
  if (!named || quoted.some(hasNames)) return [...fused]
  return [...quoted.slice(0, -1), named, ...fused.slice(pagesQuoted - 1).filter((page) => page !== named)]
}

/**
 * Moves an answering page to the front: the first page by meaning alone must not decline a question that words answer.
 */
function retainAnswer([first]: readonly FoundPage[], fused: readonly FoundPage[]): readonly FoundPage[] {
  const declines = (page: FoundPage) => isUnanswered({ confidence: 1 - page.lacks, coverage: coverageOf(page) })
  const answering = first && !declines(first) ? fused.find((page) => !declines(page)) : undefined
  return answering ? [answering, ...fused.filter((page) => page !== answering)] : fused
}
