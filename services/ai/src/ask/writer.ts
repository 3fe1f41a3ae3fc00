import type { Parser } from '@quire/parsing'
import type { Related } from '@quire/search'
import type { QuestionHolders } from './order-by-meaning.ts'
import type { quotesOf } from './quoting/quote.ts'
import type { CandidateSection } from './retrieval.ts'

/** The tasks on texts of users that writers need. */
export type WriterTasks = {
  quotesOf: typeof quotesOf
  /** Returns a piece of an answer, after the text before it, without parts that reach out of the answer. */
  harmless: (soFar: string, piece: string, sources: readonly string[]) => string
}

/** The input of an answer's writer. */
export interface Draft {
  question: string
  /** The text that was looked up: the question, after those before it if it is elliptical. */
  searched: string
  /** Phrases related to words of the question. */
  related: readonly Related[]
  /** Earlier questions, the oldest first. */
  previousQueries: readonly string[]
  /** Sections to answer from, the best first; empty if the documentation does not answer. */
  sections: readonly CandidateSection[]
  parser: Parser<WriterTasks>
  signal: AbortSignal
  /** Instructions of the organization for every answer, as markdown; empty if there are none. */
  instructions?: string
  holders?: QuestionHolders
}

/**
 * A piece of an answer; the answer is the concatenation of its pieces. A piece rests on the sections that it cites, by
 * their positions in the draft, from 1 on. In its markdown, `[^2]` cites the second section; the caller of the writer
 * adds the footnotes after the answer.
 */
export interface AnswerPiece {
  markdown: string
  cites: readonly number[]
  /** Sections that may say more: they are listed as sources after the cited ones. */
  seeAlso?: readonly number[]
  /** True if the writer started again: the pieces before this one are discarded. */
  startsOver?: boolean
}

/**
 * Writes an answer in markdown, piece by piece: the port that a language model plugs into (docs/adr/0017). An answer
 * without citations declines the question.
 */
export interface AnswerWriter {
  write(draft: Draft): AsyncIterable<AnswerPiece>
}

/** The answer if the documentation has none. */
export const noAnswerText = 'The documentation does not answer this question.'
