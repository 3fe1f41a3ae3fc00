import {
  analyse,
  type Language,
  parseQuery,
  type Related,
  specialtyIn,
  stemIn,
  stemMark,
  type Term,
} from '@quire/search/texts'

/** The words of a text, each as it is written and by its stem. */
export type Words = Set<string>

export function wordsOf(text: string, language: Language): Words {
  const words = new Set<string>()
  for (const { text: word } of analyse(text)) {
    words.add(word)
    words.add(stemMark + stemIn(language, word))
  }
  return words
}

/** A question, and what its words may mean too. */
export interface AskedWords {
  question: string
  related: readonly Related[]
}

/** A word of the question, and how telling it is. */
export interface WeighedTerm {
  term: Term
  weight: number
}

/** The weight of the parts of a name beside the whole. */
const partShare = 0.5

/** Scores how a text has a word of the question: 1 as written, less by its stem or by parts of it, else 0. */
export function matchOf(term: Term, words: Words): number {
  const whole = Math.max(0, ...term.alternatives.map(({ lexeme, worth }) => (words.has(lexeme) ? worth : 0)))
  if (whole > 0) return whole
  return Math.max(partsMatch(term, words), relatedMatch(term, words))
}

/** Scores a text that has all words of a phrase with the same meaning. */
export function relatedMatch({ related = [] }: Term, words: Words): number {
  const found = related.filter(({ parts }) => parts.every((part) => matchOf(part, words) > 0))
  return Math.max(0, ...found.map(({ worth }) => worth))
}

function partsMatch(term: Term, words: Words): number {
  if (term.parts.length === 0) return 0
  return (partShare * term.parts.reduce((sum, part) => sum + matchOf(part, words), 0)) / term.parts.length
}

/** The weight of the language's most common word beside a name. */
const minSpecial = 0.3

/**
 * The words of a question, the more telling the fewer of these texts hold one, and the rarer it is in general. The texts
 * are those of the sections that were found, all of which the caller may read. They are about what is asked, so its main
 * words are common among them; the root keeps these from counting less than words that only happen to be rare there.
 */
export function weigh({ question, related }: AskedWords, language: Language, texts: readonly Words[]): WeighedTerm[] {
  return parseQuery(question, { language, related }).terms.map((term) => {
    const holding = texts.filter((words) => matchOf(term, words) > 0).length
    const rarity = Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5))
    const specialty = specialtyIn(language, term.text) ?? 1
    return { term, weight: Math.sqrt(rarity) * (minSpecial + (1 - minSpecial) * specialty) }
  })
}
