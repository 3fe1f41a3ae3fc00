import type { Answer } from '@quire/contracts'
import type { SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { Reader } from '../readers/readers.ts'
import type { QuestionVectors } from './meaning.ts'
import { quotedOf } from './passages.ts'
import { followUpsOf } from './questions/follow-ups.ts'
import { inContext } from './questions/in-context.ts'
import { madeQuestions } from './questions/recommended.ts'
import { retrieve } from './retrieval.ts'
import { notesOf, sourcesOf } from './sources.ts'
import type { AnswerWriter } from './writer.ts'

export interface QuestionContext {
  sql: Sql
  index: SearchIndex
  reader: Reader
  /** What they may read by then; throws where that is nothing. */
  readerNow(): Promise<Reader>
  writer: AnswerWriter
  /** Absent: pages are found by their words alone. */
  vectors?: QuestionVectors | undefined
  /** Whose questions count together where there is room for a few. */
  holder: string
  question: string
  /** What was asked before it, the oldest first. */
  previousQueries: readonly string[]
  format: 'document' | 'markdown' | undefined
  signal: AbortSignal
  parser: TextParser
}

/** The answer as it grows; the last one is whole. */
export async function* answer({
  sql,
  index,
  reader,
  readerNow,
  writer,
  vectors,
  holder,
  question,
  previousQueries,
  format,
  signal,
  parser,
}: QuestionContext): AsyncIterable<Answer> {
  const searched = inContext(question, previousQueries)
  const meaning = vectors && { model: vectors.model, vector: vectors.of(searched, holder, signal) }
  const { passages: found, related } = await retrieve({ sql, index, meaning, parser, signal }, reader, searched)
  const passages = quotedOf(found)
  const naming = { cited: new Set<number>(), seeAlso: new Set<number>() }
  let markdown = ''
  const whole = async (followupQuestions: string[]): Promise<Answer> => ({
    answer: await present(parser, markdown + notesOf(passages, naming.cited), format),
    followupQuestions,
    sources: sourcesOf(passages, naming),
  })
  for await (const piece of writer.write({ question, searched, related, previousQueries, passages, parser, signal })) {
    if (piece.startsOver) for (const numbers of Object.values(naming)) numbers.clear()
    markdown = piece.startsOver ? piece.markdown : markdown + piece.markdown
    for (const number of piece.cites) naming.cited.add(number)
    for (const number of piece.seeAlso ?? []) naming.seeAlso.add(number)
    yield whole([])
  }
  if (naming.cited.size === 0) return yield whole([])
  const cited = [...naming.cited].flatMap((number) => passages[number - 1] ?? [])
  const asked = { question: searched, previousQueries }
  // A model takes long, and what may be suggested follows from the rights of now.
  const current = await readerNow()
  const lookUp = async (one: string) => (await retrieve({ sql, index, signal }, current, one)).passages
  const made = () => madeQuestions(sql, current, [...new Set(cited.map(({ spaceId }) => spaceId))])
  yield whole(await followUpsOf({ asked, found, cited, retrieve: lookUp, made }))
}

async function present(parser: TextParser, markdown: string, format: QuestionContext['format']) {
  return format === 'document' ? { document: await parser.run('toDocument', markdown) } : { markdown }
}
