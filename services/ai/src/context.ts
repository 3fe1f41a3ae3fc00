import type { Access } from '@quire/access'
import { implementer, type Positions, type RequestContext, type Revocations } from '@quire/kit'
import type { SearchIndex } from '@quire/search'
import type { QuestionVectors } from './ask/meaning.ts'
import type { QuestionMaker } from './ask/questions/question-maker.ts'
import type { AnswerWriter } from './ask/writer.ts'
import type { Tables } from './database.ts'
import type { Indexer } from './indexing/worker.ts'
import type { TextParser } from './parsing.ts'

/** Dependencies of ai's handlers, created once in app.ts. */
export interface AiDependencies {
  indexer: Pick<Indexer, 'caughtUp'>
  index: SearchIndex
  questions: QuestionMaker
  writer: AnswerWriter
  /** Absent if no model is configured. */
  vectors: QuestionVectors | undefined
  revocations: Pick<Revocations, 'has' | 'onceLearned'>
  positions: Pick<Positions, 'subscribe' | 'known'>
}

interface AiExtra {
  access: Access
  /** Decides access again, with the current grants; throws the refusal of the operation's rule. */
  authorizeAgain: () => Promise<Access>
  deps: AiDependencies
  parser: TextParser
}

export type AiContext = RequestContext<Tables> & AiExtra

export const implement = implementer<Tables, AiExtra>()
