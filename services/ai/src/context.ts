import type { Access } from '@quire/access'
import { implementer, type RequestContext, type Revocations } from '@quire/kit'
import type { SearchIndex } from '@quire/search'
import type { AnswerWriter } from './ask/writer.ts'
import type { Tables } from './database.ts'
import type { Indexer } from './indexing/worker.ts'
import type { TextParser } from './parsing.ts'

/** What ai's handlers depend on; made once, in app.ts. */
export interface AiDependencies {
  indexer: Pick<Indexer, 'caughtUp'>
  index: SearchIndex
  writer: AnswerWriter
  revocations: Pick<Revocations, 'has'>
}

interface AiExtra {
  access: Access
  deps: AiDependencies
  parser: TextParser
}

export type AiContext = RequestContext<Tables> & AiExtra

export const implement = implementer<Tables, AiExtra>()
