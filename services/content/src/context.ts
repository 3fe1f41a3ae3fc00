import type { Rights } from '@quire/access'
import { type Emit, implementer, type RequestContext } from '@quire/kit'
import type { Sql, Tables } from './database.ts'
import type { ContentDependencies } from './dependencies.ts'
import type { TextParser } from './parsing.ts'

/** What content adds to every request: what the caller may do, what handlers depend on, and who reads texts for it. */
interface ContentExtra extends Rights {
  deps: ContentDependencies
  parser: TextParser
}

export type ContentContext = RequestContext<Tables> & ContentExtra

/** A write in progress: its transaction, and the outbox that commits with it. */
export interface Writer {
  sql: Sql
  emit: Emit
}

export const implement = implementer<Tables, ContentExtra>()
