import { languageOf } from '@quire/search/texts'
import type { QuestionKind } from './question-kinds.ts'
import { markRepeated, type Piece, type QuotedPassage, type ReadPassage, readPassage } from './section-pieces.ts'
import {
  type AskedWords,
  matchOf,
  relatedMatch,
  type WeighedTerm,
  type Words,
  weigh,
  wordsOf,
} from './weighed-words.ts'

/** The weight of a word of the question that stands around a piece and not in it. */
const around = { under: 0.6, title: 0.5, neighbour: 0.3, above: 0.2 }

/** The bonus of a piece whose kind answers such questions. */
const kinds = { code: 0.25, step: 0.12, row: 0.15, value: 0.1, definition: 0.3, first: 0.12, fault: 0.05 }

/** A piece of so many characters is as good as its words; longer ones lose a little. */
const usualLength = 240

/** A piece that several sections repeat answers a question about one of them less well. */
const repeatedShare = 0.7

/** A first sentence that is shorter says too little to open an answer. */
const shortestFirst = 40

/** Between a thing and what it is, in the languages of libs/search. */
const copula =
  /(?<![\p{L}])(?:is|are|means|refers to|stands for|ist|sind|bedeutet|est|sont|es|son|é|são|это|является)(?![\p{L}])/iu

const hasValue = /\d|`/

/** A section that may be quoted. */
export interface Candidate {
  /** By its place in what was given, from 0 on. */
  passage: number
  read: ReadPassage
  /** The scores of its pieces, and of the section as a whole. */
  scores: number[]
  best: number
  /** True if the titles of the section have the words of the question. */
  isTitled: boolean
}

/**
 * The share of its score that a section keeps for each better one of its page, in the order in which they were given.
 */
const rankShare = 0.93
/** The bonus of a section that shows how something is done, by code or steps, where the question asks for that. */
const showsHow = 0.3
/** A section is quoted from its beginning whose titles have so much of the question. */
const minTitled = 0.5
/** The bonus of a section whose own title has the share `minOwnTitled` of the question. */
const saysAll = 0.2
const minOwnTitled = 0.8
/** A section is quoted beside another one of its page if it is nearly as good. */
const nearlyAsGood = 0.85

/** The sections of so many best pages, page by page in the order in which they were given. */
export function candidatesOf(
  words: AskedWords,
  passages: readonly QuotedPassage[],
  { kind, pages }: { kind: QuestionKind; pages: number },
): Candidate[][] {
  const keys = [...new Set(passages.map(keyOf))].slice(0, pages)
  const read = passages.flatMap((passage, at) =>
    keys.includes(keyOf(passage)) ? [{ key: keyOf(passage), passage: at, read: readPassage(passage) }] : [],
  )
  markRepeated(read.map((one) => one.read))
  const texts = read.flatMap((one) => one.read.pieces.map(({ words, under }) => new Set([...words, ...under])))
  const language = languageOf(passages[0]?.language ?? '')
  const asked = { terms: weigh(words, language, texts), words: wordsOf(words.question, language), kind }
  return keys.map((key) => read.filter((one) => one.key === key).map((one, rank) => candidateOf(one, asked, rank)))
}

const keyOf = ({ spaceId, pageId }: QuotedPassage) => `${spaceId}/${pageId}`

function candidateOf(
  { passage, read }: { passage: number; read: ReadPassage },
  { terms, words, kind }: { terms: WeighedTerm[]; words: Words; kind: QuestionKind },
  rank: number,
): Candidate {
  const scores = scoresOf(read, terms, kind)
  const showsTask = kind.isTask && read.pieces.some((piece) => piece.kind === 'code' || piece.kind === 'step')
  const titled = titledFor(read, terms, words)
  const extra = (showsTask ? showsHow : 0) + (titled.own >= minOwnTitled ? saysAll : 0)
  const best = Math.max(0, ...scores) * rankShare ** rank
  return { passage, read, scores, best: best > 0 ? best + extra : 0, isTitled: titled.withAbove >= minTitled }
}

export const bestOf = (candidates: readonly Candidate[]) => Math.max(0, ...candidates.map(({ best }) => best))

/** The best sections of a page and those nearly as good, the best first. */
export function bestSections(sections: readonly Candidate[], max: number): Candidate[] {
  const best = sections.toSorted((one, other) => other.best - one.best).slice(0, max)
  return best.filter((one) => one.best >= bestOf(sections) * nearlyAsGood)
}

/**
 * The share of the question that a section's titles have, 0 to 1: its own title, and its title with those above. 0 if
 * its title has words that the question lacks, and for the introduction of a page, which has no title of its own.
 */
function titledFor(
  { isIntroduction, nameTerms, title, above }: ReadPassage,
  terms: readonly WeighedTerm[],
  asked: Words,
): { own: number; withAbove: number } {
  if (isIntroduction || nameTerms.length === 0 || nameTerms.some((term) => matchOf(term, asked) === 0))
    return { own: 0, withAbove: 0 }
  const share = (...titles: Words[]) => {
    const held = terms.map(({ term, weight }) => weight * Math.max(...titles.map((words) => matchOf(term, words))))
    return sumOf(held) / Math.max(Number.MIN_VALUE, sumOf(terms.map(({ weight }) => weight)))
  }
  return { own: share(title), withAbove: share(title, above) }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Scores each piece of a section as an answer, in their order: about 0 to 1. */
function scoresOf(passage: ReadPassage, terms: readonly WeighedTerm[], kind: QuestionKind): number[] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return passage.pieces.map(() => 0)
  return passage.pieces.map((piece, at) => {
    const neighbours = [passage.pieces[at - 1], passage.pieces[at + 1]]
    let sum = 0
    for (const { term, weight } of terms) {
      const own = matchOf(term, piece.words)
      const context = own > 0 ? 0 : contextOf(passage, piece, neighbours, (words) => matchOf(term, words))
      // A section is about what its title means, whatever its words are.
      sum += weight * Math.max(own, context, relatedMatch(term, passage.title))
    }
    // A piece without a word of the question, in it or beside it, answers nothing, of whatever kind it is.
    if (sum === 0) return 0
    const length = Math.min(1, 0.6 + (0.4 * usualLength) / Math.max(1, piece.text.length))
    const score = (sum / total) * length + bonusOf(piece, kind, terms)
    return piece.isRepeated ? score * repeatedShare : score
  })
}

function contextOf(
  { title, above }: ReadPassage,
  { under }: Piece,
  neighbours: readonly (Piece | undefined)[],
  match: (words: Words) => number,
): number {
  return Math.max(
    around.under * match(under),
    around.title * match(title),
    around.above * match(above),
    ...neighbours.map((one) => (one ? around.neighbour * match(one.words) : 0)),
  )
}

function bonusOf(piece: Piece, kind: QuestionKind, terms: readonly WeighedTerm[]): number {
  const { text, block, place } = piece
  let bonus = 0
  if (kind.isTask && piece.kind === 'code') bonus += kinds.code
  if (kind.isTask && piece.kind === 'step') bonus += kinds.step
  if (kind.isValue && piece.kind === 'row') bonus += kinds.row
  if (kind.isValue && hasValue.test(text)) bonus += kinds.value
  if (kind.isDefinition && defines(text, terms)) bonus += kinds.definition
  if (block === 0 && place === 0 && piece.kind === 'sentence' && text.length > shortestFirst) bonus += kinds.first
  return bonus
}

/** True if a sentence begins with a word of the question and defines it. */
function defines(text: string, terms: readonly WeighedTerm[]): boolean {
  const verb = copula.exec(text)
  if (!verb || verb.index > 80) return false
  const subject = text.slice(0, verb.index).toLowerCase()
  return terms.some(({ term }) => subject.includes(term.text))
}
