import type { Words } from '../words/general/en.ts'

/** What the interface says of fields everywhere, and what the person reads instead. */
const known: [RegExp, (words: Words['problems'], bound: number) => string][] = [
  [/^is required$/, (words) => words.required],
  [/^must have at least (\d+) characters$/, (words, bound) => words.short(bound)],
  [/^must have at most (\d+) characters$/, (words, bound) => words.long(bound)],
  [/^must be an e-mail address$/, (words) => words.email],
  [/^must be an absolute address\b/, (words) => words.address],
  [/^must lie in the future$/, (words) => words.past],
]

/**
 * Returns in the person's language what is wrong with a field. The server writes English: what has no words of its own here
 * stands in brackets in other languages.
 */
export function fieldProblem(problem: string, words: Words): string {
  for (const [pattern, say] of known) {
    const found = pattern.exec(problem)
    if (found) return say(words.problems, Number(found[1]))
  }
  return words.language === 'en' ? problem : `${words.refusedHint} (${problem})`
}
