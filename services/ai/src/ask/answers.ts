import type { Answer } from '@quire/contracts'
import type { toDocument } from '@quire/document'
import type { Parser } from '@quire/parsing'
import type { SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import type { IndexingTasks } from '../indexing/store-pages.ts'
import type { Reader } from '../readers/reader.ts'
import { answerSources, footnotes, numberedText } from './answer-sources.ts'
import { sectionsToQuote } from './candidate-sections.ts'
import { instructionsOf } from './instructions-of.ts'
import type { QuestionHolders, QuestionVectors } from './order-by-meaning.ts'
import { followUpsOf } from './questions/follow-ups.ts'
import { contentWords } from './questions/question-wording.ts'
import { questionsOfSpaces } from './questions/recommended-questions.ts'
import { retrieve } from './retrieval.ts'
import type { AnswerWriter, WriterTasks } from './writer.ts'

/** A question with fewer content words than this is elliptical. */
const fewWords = 2

/** Words with which a question continues the previous one. */
const continuesPrevious =
  /^\W*(?:and|but|or|what about|how about|what if|same|also|then|there|it|its|that|those|these|this|they|und|aber|was ist mit|et|mais|y|pero|e|mas|и|а|но)(?![\p{L}])/iu

const refersBack = /(?<![\p{L}])(?:it|its|them|they|there|that one|this one)(?![\p{L}])/iu

/** Number of earlier questions that may be added, and of characters of each. */
const maxEarlier = 3

const maxCharacters = 300

/** The tasks on texts of users that answers need. */
export type AskTasks = IndexingTasks & WriterTasks & { toDocument: typeof toDocument }
type AskParser = Parser<AskTasks>

export interface QuestionContext {
  sql: Sql
  index: SearchIndex
  reader: Reader
  /** Returns the reader with their current rights; throws if they may read nothing any more. */
  readerNow(): Promise<Reader>
  writer: AnswerWriter
  /** Absent if pages are found by their words alone. */
  vectors?: QuestionVectors | undefined
  holders: QuestionHolders
  question: string
  /** Earlier questions, the oldest first. */
  previousQueries: readonly string[]
  format: 'document' | 'markdown' | undefined
  signal: AbortSignal
  parser: AskParser
}

/** Yields the growing answer; the last value is the complete one. */
export async function* answer({
  sql,
  index,
  reader,
  readerNow,
  writer,
  vectors,
  holders,
  question,
  previousQueries,
  format,
  signal,
  parser,
}: QuestionContext): AsyncIterable<Answer> {
  const searched = inContext(question, previousQueries)
  const meaning = vectors && { model: vectors.model, vector: vectors.of(searched, holders, signal) }
  const { sections: found, related } = await retrieve({ sql, index, meaning, parser, signal }, reader, searched)
  const sections = sectionsToQuote(found)
  const numbers = { cited: new Set<number>(), seeAlso: new Set<number>() }
  let markdown = ''
  const whole = async (followupQuestions: string[]): Promise<Answer> => {
    const text = numberedText(markdown, numbers.cited)
    return {
      answer: await present(parser, text.markdown + footnotes(sections, text.cited), format),
      followupQuestions,
      sources: answerSources(sections, { ...numbers, cited: text.cited }),
    }
  }
  const instructions = await instructionsOf(sql, reader.organizationId)
  const draft = { question, searched, related, previousQueries, sections, instructions, parser, signal }
  for await (const piece of writer.write(draft)) {
    if (piece.startsOver) for (const set of Object.values(numbers)) set.clear()
    markdown = piece.startsOver ? piece.markdown : markdown + piece.markdown
    for (const number of piece.cites) numbers.cited.add(number)
    for (const number of piece.seeAlso ?? []) numbers.seeAlso.add(number)
    yield whole([])
  }
  if (numbers.cited.size === 0) return yield whole([])
  const cited = [...numbers.cited].flatMap((number) => sections[number - 1] ?? [])
  const asked = { question: searched, previousQueries }
  // A model takes long, so the rights are read again for the suggestions.
  const current = await readerNow()
  const lookUp = async (one: string) => (await retrieve({ sql, index, signal }, current, one)).sections
  const made = () => questionsOfSpaces(sql, current, [...new Set(cited.map(({ spaceId }) => spaceId))])
  yield whole(await followUpsOf({ asked, found, cited, retrieve: lookUp, made }))
}

async function present(parser: AskParser, markdown: string, format: QuestionContext['format']) {
  return format === 'document' ? { document: await parser.run('toDocument', markdown) } : { markdown }
}

/** Converts the growing answer to the events of its stream. */
export async function* answerEvents(answers: AsyncIterable<Answer>) {
  for await (const one of answers) yield { type: 'answer' as const, answer: one }
}

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

/** True if a question does not say by itself what it is about. */
export function isElliptical(question: string): boolean {
  const words = contentWords(question).length
  return words < fewWords || continuesPrevious.test(question) || (words <= fewWords + 1 && refersBack.test(question))
}
