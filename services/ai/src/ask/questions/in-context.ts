import { contentWords } from './same-words.ts'

/** A question with fewer words that say what it is about leaves some unsaid. */
const fewWords = 2
/** Words with which a question goes on from the one before it. */
const goesOn =
  /^\W*(?:and|but|or|what about|how about|what if|same|also|then|there|it|its|that|those|these|this|they|und|aber|was ist mit|et|mais|y|pero|e|mas|и|а|но)(?![\p{L}])/iu
const refersBack = /(?<![\p{L}])(?:it|its|them|they|there|that one|this one)(?![\p{L}])/iu
/** Earlier questions that may be gone back to, and how much is taken of each. */
const mostEarlier = 3
const mostCharacters = 300

/**
 * A question as it is looked up: one that leaves unsaid what it is about (“and on Windows?”) stands behind the questions
 * before it, back to the first that says it. `previous` are the oldest first.
 */
export function inContext(question: string, previous: readonly string[]): string {
  const earlier: string[] = []
  for (const one of previous.toReversed().slice(0, mostEarlier)) {
    if (!leavesUnsaid(earlier[0] ?? question)) break
    if (one.trim() !== '') earlier.unshift(one.slice(0, mostCharacters))
  }
  return [...earlier, question].join(' ')
}

function leavesUnsaid(question: string): boolean {
  const words = contentWords(question).length
  return words < fewWords || goesOn.test(question) || (words <= fewWords + 1 && refersBack.test(question))
}
