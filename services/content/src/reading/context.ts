import type { Access, AccessContext } from '@quire/access'
import { implementer } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { EditingNeeds, EditingTasks } from '../editing/context.ts'
import type { VisitorsNeeds, VisitorsTasks } from '../visitors/context.ts'
import type { Embeds } from './embeds/embeds.ts'

/** The dependencies of reading content. */
export interface ReadingNeeds extends EditingNeeds, VisitorsNeeds {
  /** Authorizes the request by another operation's rule; throws the errors of that operation. */
  authorize: (context: AccessContext) => Promise<Access>
  embeds: Embeds
}

export type ReadingContext = ContentContext<ReadingNeeds, Parser<EditingTasks & VisitorsTasks>>

export const implement = implementer<Tables, ReadingContext>()
