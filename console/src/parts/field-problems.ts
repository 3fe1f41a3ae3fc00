import type { Words } from '../words/general/en.ts'

/** Texts of the interface about fields of any kind, with those that the person reads instead. */
const known: [RegExp, (words: Words['problems'], bound: number) => string][] = [
  [/^is required$/, (words) => words.required],
  [/^must have at least (\d+) characters$/, (words, bound) => words.short(bound)],
  [/^must have at most (\d+) characters$/, (words, bound) => words.long(bound)],
  [/^must be an e-mail address$/, (words) => words.email],
  [/^must be an (?:absolute|http\b.*) address\b/, (words) => words.address],
  [/^must lie in the future$/, (words) => words.past],
  [/^is wrong, was used or has expired\b/, (words) => words.code],
]

/** Returns in the person's language what is wrong with a field. */
export function fieldProblem(problem: string, words: Words): string {
  for (const [pattern, say] of known) {
    const found = pattern.exec(problem)
    if (found) return say(words.problems, Number(found[1]))
  }
  return explained(problem, words.refusedHint, words)
}

/**
 * Returns a text of the server for the person. The server writes English: in other languages, the person reads in their own
 * what it comes to, with the text in brackets.
 */
export const explained = (text: string, inShort: string, words: Words): string =>
  words.language === 'en' ? text : `${inShort} (${text})`
