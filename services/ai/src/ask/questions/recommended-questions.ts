import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { answerable, type Reader } from '../../readers/reader.ts'
import type { QuestionMaker } from './question-maker.ts'

const maxRecommended = 5
/** More rows than recommended questions: spaces may have some in common, and some may be hidden from the reader. */
const maxRows = 50

interface RecommendedRow {
  space: string
  id: string
  document: string
  question: string
}

/**
 * Returns questions that pages of the reader's spaces answer: the first of each space, then the second of each. The
 * result changes only with the content, from which the questions were made; no search is needed.
 */
export async function recommendQuestions(sql: Sql, reader: Reader, questions: QuestionMaker): Promise<string[]> {
  await questions.makeFor(reader)
  return (await questionsOfSpaces(sql, reader)).slice(0, maxRecommended)
}

/**
 * Returns the questions made from the reader's spaces, or from those in `among`, whose pages have not changed since.
 */
export async function questionsOfSpaces(sql: Sql, reader: Reader, among?: readonly string[]): Promise<string[]> {
  const { rows } = await raw<RecommendedRow>`
    select question.space_id as space, page.id, page.revision as document, question.question
    from question
    join page on page.space_id = question.space_id and page.id = question.page_id and page.revision = question.revision
    where question.organization_id = ${reader.organizationId} and ${answerable(reader, 'question.space_id')}
      ${among ? raw`and question.space_id = any(${[...among]}::text[])` : raw``}
    order by place, question.space_id limit ${maxRows}`.execute(sql)
  const visible = reader.visiblePages ? (await reader.visiblePages(rows)).whole : rows
  return [...new Set(visible.map(({ question }) => question))]
}
