import type { QuestionKind } from './question-kinds.ts'
import type { Piece, ReadPassage } from './section-pieces.ts'
import { matchOf, relatedMatch, type WeighedTerm, type Words } from './weighed-words.ts'

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

/** Scores each piece of a section as an answer, in their order: about 0 to 1. */
export function scoresOf(passage: ReadPassage, terms: readonly WeighedTerm[], kind: QuestionKind): number[] {
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

/** Between a thing and what it is, in the languages of libs/search. */
const copula =
  /(?<![\p{L}])(?:is|are|means|refers to|stands for|ist|sind|bedeutet|est|sont|es|son|é|são|это|является)(?![\p{L}])/iu
const hasValue = /\d|`/

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
