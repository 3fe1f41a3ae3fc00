import {
  analyse,
  DocumentError,
  evaluateMarkdown,
  pageBlocks,
  parseFrontMatter,
  parseSummary,
  reaches,
  rewriteLinks,
  toDocument,
  toMarkdown,
} from '@quire/document'

/**
 * Runs one function under its name; answers its refusal where it refuses the text, nothing where it fails. `longer` is
 * how many times the length of the text it reads, and so how many times longer it may take.
 */
export type Step = <T>(name: string, work: () => T, longer?: number) => T | DocumentError | undefined

/** Runs everything that reads a page, and a conversion there and back; `analyse` is `sections` and `links`. */
export function readAll(text: string, step: Step): void {
  step('parseFrontMatter', () => parseFrontMatter(text))
  step('parseFrontMatter between rules', () => parseFrontMatter(`---\n${text}\n---\n`))
  const analysed = step('analyse', () => analyse(text, { title: 'a' }))
  // Every function that parses this text would count the same.
  if (analysed instanceof DocumentError && analysed.code === 'too-complex') return
  step('parseSummary', () => parseSummary(text))
  if (!isRead(analysed)) return
  step('rewriteLinks', () => rewriteLinks(text, ({ url }) => `${url}x`, analysed.links))
  step('reaches', () => reaches(text))
  step('evaluateMarkdown', () => evaluateMarkdown(text, { context: { a: true } }))
  step('pageBlocks', () => pageBlocks(text, {}, 'next'))
  step('toDocument in full', () => toDocument(text, {}, 'full'))
  const document = step('toDocument', () => toDocument(text))
  if (!isRead(document)) return
  const written = step('toMarkdown', () => toMarkdown(document))
  if (!isRead(written)) return
  const longer = Math.max(1, written.length / text.length)
  const again = step('toDocument of what was written', () => toDocument(written), longer)
  if (isRead(again)) step('toMarkdown of that', () => toMarkdown(again), longer)
}

function isRead<T>(value: T | DocumentError | undefined): value is T {
  return value !== undefined && !(value instanceof DocumentError)
}
