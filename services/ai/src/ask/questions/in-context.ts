import { contentWords } from './question-wording.ts'

/** A question with fewer content words than this is elliptical. */
const fewWords = 2
/** Words with which a question continues the previous one. */
const continuesPrevious =
  /^\W*(?:and|but|or|what about|how about|what if|same|also|then|there|it|its|that|those|these|this|they|und|aber|was ist mit|et|mais|y|pero|e|mas|и|а|но)(?![\p{L}])/iu
const refersBack = /(?<![\p{L}])(?:it|its|them|they|there|that one|this one)(?![\p{L}])/iu
/** Number of earlier questions that may be added, and of characters of each. */
const maxEarlier = 3
const maxCharacters = 300

/**
 * Returns the text to look up for a question. An elliptical question (“and on Windows?”) is put after the questions
 * before it, back to the first that names the subject. `previous` has the oldest first.
 */
export function inContext(question: string, previous: readonly string[]): string {
  const earlier: string[] = []
  for (const one of previous.toReversed().slice(0, maxEarlier)) {
    if (!isElliptical(earlier[0] ?? question)) break
    if (one.trim() !== '') earlier.unshift(one.slice(0, maxCharacters))
  }
  return [...earlier, question].join(' ')
}

function isElliptical(question: string): boolean {
  const words = contentWords(question).length
  return words < fewWords || continuesPrevious.test(question) || (words <= fewWords + 1 && refersBack.test(question))
}
