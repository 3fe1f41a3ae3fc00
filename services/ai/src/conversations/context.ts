import { implementer } from '@quire/kit'
import type { AiContext } from '../context.ts'
import type { Tables } from '../database.ts'

/** The dependencies of conversations. */
export interface ConversationNeeds {
  now: () => Date
  /** The public address, without a trailing slash. */
  publicUrl: string
  /** Looks for new conversations at once. */
  wakeClustering: () => void
}

export type ConversationContext = AiContext<ConversationNeeds>

export const implement = implementer<Tables, ConversationContext>()
