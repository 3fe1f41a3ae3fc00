import type { Access } from '@quire/access'
import type { RequestContext } from '@quire/kit'
import type { Tables } from './database.ts'

/**
 * Extends the context of every request. `Needs` are the dependencies of the feature, `TextParser` a parser with the
 * tasks that the feature does on texts of users. Each feature declares both; `app.ts` supplies them.
 */
interface ContextExtension<Needs, TextParser> {
  access: Access
  /** Decides access again, with the current grants; throws the refusal of the operation's rule. */
  authorizeAgain: () => Promise<Access>
  deps: Needs
  parser: TextParser
}

export type AiContext<Needs = unknown, TextParser = unknown> = RequestContext<Tables> &
  ContextExtension<Needs, TextParser>
