import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Reader } from '../../readers/readers.ts'
import { answerable } from '../retrieval.ts'
import type { QuestionMaker } from './maker.ts'

const questionsRecommended = 5
/** Where spaces have some in common, and where some may not be shown. */
const rowsRead = 50

interface RecommendedRow {
  space: string
  id: string
  document: string
  question: string
}

/**
 * Questions that pages of the reader's spaces answer: the first of each space, then the second of each. They stay the
 * same while the content does. Nothing is looked up for it: they were made with the content.
 */
export async function recommendedTo(sql: Sql, reader: Reader, questions: QuestionMaker): Promise<string[]> {
  await questions.makeFor(reader)
  return (await madeQuestions(sql, reader)).slice(0, questionsRecommended)
}

/** The questions that were made of the reader's spaces, or of some of these; those of pages that are as they were. */
export async function madeQuestions(sql: Sql, reader: Reader, among?: readonly string[]): Promise<string[]> {
  const { rows } = await raw<RecommendedRow>`
    select question.space_id as space, page.id, page.revision as document, question.question
    from question
    join page on page.space_id = question.space_id and page.id = question.page_id and page.revision = question.revision
    where question.organization_id = ${reader.organizationId} and ${answerable(reader, 'question.space_id')}
      ${among ? raw`and question.space_id = any(${[...among]}::text[])` : raw``}
    order by place, question.space_id limit ${rowsRead}`.execute(sql)
  const shown = reader.shown ? (await reader.shown(rows)).whole : rows
  return [...new Set(shown.map(({ question }) => question))]
}
