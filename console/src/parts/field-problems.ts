import type { Words } from '../words/general/en.ts'

/** A reason why a value or a request was refused, in the language of the person. */
export interface Problem {
  text: string
  /** The server's own sentence, which is English, where the console has no words for it in the language of the person. */
  detail?: string
}

/** The rules by which the interface refuses fields of any kind, with what the person reads of each. */
const rules: [RegExp, (words: Words['problems'], bound: number) => string][] = [
  [/^is required\b/, (words) => words.required],
  [/^must have at least ([\d,]+) characters$/, (words, bound) => words.short(bound)],
  [/^must have .*\bat most ([\d,]+) characters\b/, (words, bound) => words.long(bound)],
  [/^must have exactly ([\d,]+) characters$/, (words, bound) => words.exact(bound)],
  [/^must have at most ([\d,]+) items$/, (words, bound) => words.many(bound)],
  [/^must be at least ([\d,]+)$/, (words, bound) => words.least(bound)],
  [/^must be at most ([\d,]+)$/, (words, bound) => words.most(bound)],
  [/^must be an e-mail address$/, (words) => words.email],
  [/^must be an (?:absolute|http\b.*) address\b/, (words) => words.address],
  [/^must be a hostname in small letters\b/, (words) => words.hostname],
  [/^must be a path such as\b|^is no path that\b/, (words) => words.path],
  [/^must be (?:small|lower-case) letters\b/, (words) => words.smallLetters],
  [/^must lie in the future$/, (words) => words.past],
  [/^is wrong, was used or has expired\b/, (words) => words.code],
]

/** Messages about a name or an address that something else has already. */
const taken = /^(?:Another|This|The) .*(?:\bhas this\b|\bis taken\b)/

/** Returns what is wrong with a field. */
export const fieldProblem = (problem: string, words: Words): Problem =>
  byRule(problem, words) ?? explained(problem, words.refusedHint, words)

/**
 * Returns what is wrong with a request. Its message may begin with the path of a field, as in `body.title: is required`:
 * the person reads the name of the field in place of it. `inShort` says what any other message comes to.
 */
export function requestProblem(message: string, inShort: string, words: Words): Problem {
  const [, path = '', problem = message] = /^body\.([\w.]+): (.*)$/s.exec(message) ?? []
  const name = fieldName(path, words)
  const short = taken.test(message) ? words.problems.taken : inShort
  const { text, ...rest } = byRule(problem, words) ?? explained(name ? problem : message, short, words)
  return { text: name ? `${name}: ${text}` : text, ...rest }
}

function byRule(problem: string, words: Words): Problem | undefined {
  for (const [rule, say] of rules) {
    const found = rule.exec(problem)
    if (found) return { text: say(words.problems, Number(found[1]?.replaceAll(',', ''))) }
  }
  return undefined
}

/** Returns a message of the server for the person: in other languages than English what it comes to, and it as the detail. */
export const explained = (message: string, inShort: string, words: Words): Problem =>
  words.language === 'en' ? { text: message } : { text: inShort, detail: message }

/** Names the last field of a path that has a name; undefined if none has. Entries of lists have only numbers. */
function fieldName(path: string, words: Words): string | undefined {
  const names: Record<string, string> = {
    ...words.fieldNames,
    title: words.title,
    role: words.role,
    email: words.email,
  }
  return path
    .split('.')
    .map((field) => (Object.hasOwn(names, field) ? names[field] : undefined))
    .findLast((name) => name !== undefined)
}
