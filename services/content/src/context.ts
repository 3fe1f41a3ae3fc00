import type { IsBarred, Rights } from '@quire/access'
import type { RequestContext } from '@quire/kit'
import type { Tables } from './database.ts'

/** The dependencies of the handlers of every feature. */
export interface CommonDependencies {
  publicUrl: string
  /** True for a removed membership, even before its event arrives. */
  isBarred: IsBarred
  /** The clock for timestamps and for retention. */
  now: () => Date
}

/**
 * Extends the context of every request. `Needs` are further dependencies of the feature, `TextParser` a parser with the
 * tasks that the feature does on texts of users. Each feature declares both in its own `context.ts`; `app.ts` supplies
 * them.
 */
interface ContextExtension<Needs, TextParser> extends Rights {
  deps: CommonDependencies & Needs
  parser: TextParser
}

export type ContentContext<Needs = unknown, TextParser = unknown> = RequestContext<Tables> &
  ContextExtension<Needs, TextParser>
