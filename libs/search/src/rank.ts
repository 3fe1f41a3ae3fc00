import type { Query, Term } from './query.ts'
import type { Posting, Weight } from './vector.ts'

/** What ranking needs of one page or section: where the lexemes of the query stand in it. */
export interface Evidence {
  lexemes: ReadonlyMap<string, Posting>
  /** Words in it, or any figure that grows with them; compared with the other candidates'. */
  size: number
  /** Words in its title. */
  titleSize: number
}

/** In how many of `documents` each term is found; a term's key is its text. */
export interface Statistics {
  documents: number
  found: ReadonlyMap<string, number>
}

export interface RankedCandidate<T> {
  candidate: T
  /** Higher is better; comparable within one query only. */
  score: number
  /** Share of what the query asks for that was found, 0 to 1, rare words counting more than common ones. */
  coverage: number
  /** Every term was found. */
  complete: boolean
}

const fieldWeights: Record<Weight, number> = { A: 8, B: 3, C: 2, D: 1 }
export const tuning = { saturation: 1.2, lengthShare: 0.6, part: 0.4, closeness: 0.6, near: 8, title: 1.5 }

/**
 * Orders candidates for a query, best first: BM25 over weighted fields, raised where the words stand close together
 * and in order, and where they make up the title.
 */
export function rank<T>(
  query: Query,
  statistics: Statistics,
  candidates: readonly T[],
  evidenceOf: (candidate: T) => Evidence,
): RankedCandidate<T>[] {
  const evidence = candidates.map(evidenceOf)
  const mean = evidence.reduce((sum, { size }) => sum + size, 0) / Math.max(1, evidence.length)
  const scorer = new Scorer(query.terms, statistics, Math.max(1, mean))
  const ranked = candidates.map((candidate, index) => {
    const one = evidence[index]
    return { candidate, ...(one ? scorer.score(one) : { score: 0, coverage: 0, complete: false }) }
  })
  return ranked.sort((a, b) => b.score - a.score)
}

/** How telling a term is: high where few documents hold it. */
export function rarity(found: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, found) - found + 0.5) / (found + 0.5))
}

/** One place of a term: the best alternative standing there. */
interface Place {
  position: number
  weight: Weight
  worth: number
}

class Scorer {
  private readonly terms: readonly Term[]
  private readonly statistics: Statistics
  private readonly meanSize: number
  private readonly total: number

  constructor(terms: readonly Term[], statistics: Statistics, meanSize: number) {
    this.terms = terms
    this.statistics = statistics
    this.meanSize = meanSize
    this.total = terms.reduce((sum, term) => sum + this.rarityOf(term), 0)
  }

  score(evidence: Evidence): Omit<RankedCandidate<unknown>, 'candidate'> {
    const places = this.terms.map((term) => placesOf(term, evidence))
    let score = 0
    let covered = 0
    let complete = true
    for (const [index, term] of this.terms.entries()) {
      const found = places[index] ?? []
      const partial = this.partsScore(term, evidence)
      score += this.saturate(found, evidence) * this.rarityOf(term) + partial.score
      const coverage = Math.max(best(found), partial.coverage)
      covered += coverage * this.rarityOf(term)
      complete &&= coverage > 0
    }
    score += this.closeness(places) + this.titleScore(places, evidence)
    return { score, coverage: this.total > 0 ? covered / this.total : 0, complete }
  }

  private rarityOf(term: Term): number {
    return rarity(this.statistics.found.get(term.text) ?? 0, this.statistics.documents)
  }

  private saturate(places: readonly Place[], { size }: Evidence): number {
    const frequency = places.reduce((sum, place) => sum + place.worth * fieldWeights[place.weight], 0)
    const { saturation, lengthShare } = tuning
    const length = 1 - lengthShare + lengthShare * (size / this.meanSize)
    return (frequency * (saturation + 1)) / (frequency + saturation * length)
  }

  private partsScore({ parts }: Term, evidence: Evidence): { score: number; coverage: number } {
    const found = parts.map((part) => placesOf(part, evidence))
    const scores = parts.map((part, index) => this.saturate(found[index] ?? [], evidence) * this.rarityOf(part))
    const score = (scores.reduce((sum, one) => sum + one, 0) / Math.max(1, parts.length)) * tuning.part
    return { score, coverage: parts.length > 0 && found.every((places) => places.length > 0) ? tuning.part : 0 }
  }

  /** Neighbours in the query that are neighbours in the text. */
  private closeness(places: readonly Place[][]): number {
    let sum = 0
    for (let index = 1; index < places.length; index++) {
      const [first, second] = [this.terms[index - 1], this.terms[index]]
      const distance = nearest(places[index - 1] ?? [], places[index] ?? [])
      if (!first || !second || distance > tuning.near) continue
      sum += (tuning.closeness * Math.min(this.rarityOf(first), this.rarityOf(second))) / distance
    }
    return sum
  }

  /**
   * High for a title made of the query's words: it is probably the wanted page. Each other word in it lowers the score.
   */
  private titleScore(places: readonly Place[][], { titleSize }: Evidence): number {
    let named = 0
    const used = new Set<number>()
    for (const [index, term] of this.terms.entries()) {
      const inTitle = (places[index] ?? []).filter((place) => place.weight === 'A')
      named += best(inTitle) * this.rarityOf(term)
      for (const place of inTitle) used.add(place.position)
    }
    if (used.size === 0) return 0
    return named * tuning.title * (used.size / Math.max(used.size, titleSize))
  }
}

function best(places: readonly Place[]): number {
  return places.reduce((highest, { worth }) => Math.max(highest, worth), 0)
}

function placesOf(term: Term, { lexemes }: Evidence): Place[] {
  const places = new Map<number, Place>()
  for (const { lexeme, prefix, worth } of term.alternatives) {
    for (const posting of prefix ? withPrefix(lexemes, lexeme) : [lexemes.get(lexeme)]) {
      for (const [index, position] of posting?.positions.entries() ?? []) {
        const known = places.get(position)
        if (!known || known.worth < worth)
          places.set(position, { position, weight: posting?.weights[index] ?? 'D', worth })
      }
    }
  }
  return [...places.values()].sort((a, b) => a.position - b.position)
}

function withPrefix(lexemes: Evidence['lexemes'], prefix: string): Posting[] {
  return [...lexemes].filter(([lexeme]) => lexeme.startsWith(prefix)).map(([, posting]) => posting)
}

/** The least distance of two sorted lists of places; out of order counts one more. */
function nearest(first: readonly Place[], second: readonly Place[]): number {
  let distance = Number.POSITIVE_INFINITY
  let at = 0
  for (const { position } of first) {
    while (at + 1 < second.length && (second[at]?.position ?? 0) < position) at++
    for (const other of [second[at - 1], second[at]]) {
      if (!other || other.position === position) continue
      distance = Math.min(
        distance,
        other.position > position ? other.position - position : position - other.position + 1,
      )
    }
  }
  return distance
}
