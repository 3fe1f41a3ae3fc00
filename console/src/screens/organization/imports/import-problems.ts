import { explained, type Problem } from '../../../parts/field-problems.ts'
import type { Words } from '../../../words/general/en.ts'
import type { ImportsWords } from '../../../words/imports/en.ts'

type Texts = ImportsWords['importProblems']

const megabytes = (bytes = '') => Math.ceil(Number(bytes) / 1024 ** 2)

/** The rules by which imports and their files are refused, with what the person reads of each. */
const rules: [RegExp, (texts: Texts, ...found: string[]) => string][] = [
  [/^holds no pages$/, (texts) => texts.noPages],
  [/^holds more than (\d+) (?:entries|folders)$/, (texts, count) => texts.tooMany(Number(count))],
  [/^holds more than (\d+) bytes$/, (texts, bytes) => texts.tooMuch(megabytes(bytes))],
  [
    /^(".*") (?:leads out of the archive|is not a path within the archive|is not a proper file name|is longer than \d+ characters): /s,
    (texts, name = '') => texts.badName(name),
  ],
  [/^(".*") is a link or a special file: /s, (texts, name = '') => texts.specialFile(name)],
  [/^holds (".*") twice$/s, (texts, name = '') => texts.twice(name)],
  [/^(".*") unpacks to more than \d+ times its size$/s, (texts, name = '') => texts.tooDense(name)],
  [/^(".*") is larger than (\d+) bytes$/s, (texts, name, bytes) => `${name}: ${texts.tooLarge(megabytes(bytes))}`],
  [/^(?:is larger than|must be) (\d+) bytes(?: at most)?$/, (texts, bytes) => texts.tooLarge(megabytes(bytes))],
  [/^is not a zip archive that can be read: /s, (texts) => texts.unreadable],
  [/^".*" overlaps another entry$/s, (texts) => texts.unreadable],
  [/^is damaged$|^is .*, which is no file that ends in /s, (texts) => texts.unreadable],
  [/^is encrypted$/, (texts) => texts.encrypted],
  [/^is compressed in a way that is not supported/, (texts) => texts.packing],
  [/^is no kind of file that is imported$|^must end in /, (texts) => texts.kind],
  [/^holds no page of an export of (\w+)/, (texts, product = '') => texts.noExport(product)],
  [/^is closed to crawlers by its robots\.txt$/, (texts) => texts.robots],
  [/^The import took longer than /, (texts) => texts.tooLong],
]

/**
 * Returns why an import failed, or a file of it. The message may begin with the file, as in `docs.zip: is encrypted`, and may
 * end with the number of further problems.
 */
export function importProblem(message: string, words: Words & ImportsWords): Problem {
  const [, whole = message, others] = /^(.*?)(?: \(and (\d+) more\))?$/s.exec(message) ?? []
  const known = byRule(whole, words.importProblems) ?? ofFile(whole, words.importProblems)
  if (known === undefined) return explained(message, words.importProblems.other, words)
  return { text: others === undefined ? known : `${known} ${words.andMore(Number(others))}` }
}

/** Returns why an import could not be started; undefined if the message is none about its files. */
export const startProblem = (message: string, words: ImportsWords): string | undefined =>
  byRule(message.replace(/^body(?:\.[\w.]+)?: /, ''), words.importProblems)

function byRule(problem: string, texts: Texts): string | undefined {
  for (const [rule, say] of rules) {
    const [whole, ...found] = rule.exec(problem) ?? []
    if (whole !== undefined) return say(texts, ...found)
  }
  return undefined
}

/** The path of a file may have a colon itself. */
function ofFile(message: string, texts: Texts): string | undefined {
  for (const { index } of message.matchAll(/: /g)) {
    const known = byRule(message.slice(index + 2), texts)
    if (known !== undefined) return `${message.slice(0, index)}: ${known}`
  }
  return undefined
}
