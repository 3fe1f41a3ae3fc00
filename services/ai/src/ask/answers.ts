import type { Member } from '@quire/access'
import type { Answer } from '@quire/contracts'
import type { SearchIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import { type Passage, retrieve } from './retrieval.ts'
import type { AnswerWriter } from './writer.ts'

/** The least confidence of an answer: below it the best section covers too little of the question. */
const confident = 1 / 3
const passagesQuoted = 3

export interface QuestionContext {
  sql: Sql
  index: SearchIndex
  member: Member
  writer: AnswerWriter
  question: string
  format: 'document' | 'markdown' | undefined
  signal: AbortSignal
  parser: TextParser
}

/** The answer as it grows; the last one is whole. */
export async function* answer({
  sql,
  index,
  member,
  writer,
  question,
  format,
  signal,
  parser,
}: QuestionContext): AsyncIterable<Answer> {
  const found = await retrieve({ sql, index }, member, question)
  const best = Math.max(0, ...found.map(({ confidence }) => confidence))
  const passages = best < confident ? [] : found.filter((one) => one.confidence >= best / 2).slice(0, passagesQuoted)
  const sources = sourcesOf(passages)
  let markdown = ''
  for await (const piece of writer.write({ question, passages, signal })) {
    markdown += piece
    yield { answer: await present(parser, markdown, format), followupQuestions: [], sources }
  }
  yield { answer: await present(parser, markdown, format), followupQuestions: followUps(found, passages), sources }
}

async function present(parser: TextParser, markdown: string, format: QuestionContext['format']) {
  return format === 'document' ? { document: await parser.run('toDocument', markdown) } : { markdown }
}

/** One source a page, best page first, with the sections that were quoted. */
function sourcesOf(passages: Passage[]): Answer['sources'] {
  const pages = Map.groupBy(passages, (one) => `${one.spaceId}/${one.pageId}`)
  return [...pages.values()].flatMap(([first, ...rest]) =>
    first
      ? [
          {
            type: 'page' as const,
            reason: `It speaks of this under “${first.titles.at(-1) ?? first.pageTitle}”.`,
            page: first.pageId,
            revision: first.revision,
            space: first.spaceId,
            sections: [first, ...rest].map((one) => one.id).filter((id) => id !== ''),
          },
        ]
      : [],
  )
}

/** What the next best sections are about, asked as questions. */
function followUps(found: Passage[], quoted: Passage[]): string[] {
  const others = found.filter((one) => !quoted.includes(one) && one.id !== '')
  return [...new Set(others.map(questionAbout))].slice(0, 3)
}

/** A question that a section answers, made of its titles. */
export function questionAbout({ titles, pageTitle }: Pick<Passage, 'titles' | 'pageTitle'>): string {
  const title = titles.at(-1) ?? pageTitle
  return title === pageTitle ? `What is ${title}?` : `What does “${pageTitle}” say about ${title}?`
}
