import { implementer, type Positions, type Revocations } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { SearchIndex } from '@quire/search'
import type { AiContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { Indexer } from '../indexing/worker.ts'
import type { ReadersNeeds } from '../readers/reader-of-spaces.ts'
import type { AskTasks } from './answers.ts'
import type { QuestionVectors } from './order-by-meaning.ts'
import type { QuestionMaker } from './questions/question-maker.ts'
import type { AnswerWriter } from './writer.ts'

/** The dependencies of questions. */
export interface AskNeeds extends ReadersNeeds {
  indexer: Pick<Indexer, 'caughtUp'>
  index: SearchIndex
  questions: QuestionMaker
  writer: AnswerWriter
  /** Absent if no model is configured. */
  vectors: QuestionVectors | undefined
  revocations: Pick<Revocations, 'has' | 'onceLearned'>
  positions: Pick<Positions, 'subscribe' | 'known'>
}

export type AskContext = AiContext<AskNeeds, Parser<AskTasks>>

export const implement = implementer<Tables, AskContext>()
