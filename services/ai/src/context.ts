import type { Access } from '@quire/access'
import { implementer, type Positions, type RequestContext, type Revocations } from '@quire/kit'
import type { SearchIndex } from '@quire/search'
import type { QuestionVectors } from './ask/meaning.ts'
import type { QuestionMaker } from './ask/questions/maker.ts'
import type { AnswerWriter } from './ask/writer.ts'
import type { Tables } from './database.ts'
import type { Indexer } from './indexing/worker.ts'
import type { TextParser } from './parsing.ts'

/** What ai's handlers depend on; made once, in app.ts. */
export interface AiDependencies {
  indexer: Pick<Indexer, 'caughtUp'>
  index: SearchIndex
  questions: QuestionMaker
  writer: AnswerWriter
  /** Absent where no model is configured. */
  vectors: QuestionVectors | undefined
  revocations: Pick<Revocations, 'has' | 'onceLearned'>
  positions: Pick<Positions, 'subscribe' | 'known'>
}

interface AiExtra {
  access: Access
  /** Decides access as it is by now; throws what the operation's rule refuses. */
  authorizeAgain: () => Promise<Access>
  deps: AiDependencies
  parser: TextParser
}

export type AiContext = RequestContext<Tables> & AiExtra

export const implement = implementer<Tables, AiExtra>()
