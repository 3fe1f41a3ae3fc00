import { z } from 'zod'
import { TreeBody } from '../content/pages.ts'
import { Id } from '../shared/primitives.ts'

const Message = z.object({
  role: z.literal('user'),
  content: z.union([z.string().max(2048), TreeBody.shape.document]),
  /** Where the reader is: selects the variants of the site that are searched. */
  context: z.object({ location: z.object({ spaceId: Id, pageId: Id }).optional() }).optional(),
})

/** See docs/interface.md#conversations-with-a-site. Models and tools select nothing here. */
export const RespondInSite = z.object({
  input: z.array(Message).min(1).max(10),
  previousResponseId: Id.optional(),
  /** Deprecated. Responses are documents. */
  output: z.object({ type: z.literal('document') }).optional(),
  model: z.enum(['fast', 'reasoning-low', 'reasoning-medium', 'reasoning-high']).optional(),
})
export type RespondInSite = z.infer<typeof RespondInSite>

const Block = z.looseObject({ object: z.literal('block'), type: z.string() })

/** An event without the id of its response, which is not stored. */
export const StoredResponseEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('response_start') }),
  z.strictObject({
    type: z.literal('response_document'),
    stepIndex: z.int(),
    operation: z.enum(['insert', 'update']),
    blocks: z.array(Block),
  }),
  z.strictObject({ type: z.literal('response_followup_suggestion'), suggestions: z.array(z.string()) }),
  z.strictObject({ type: z.literal('response_finish') }),
])
export type StoredResponseEvent = z.infer<typeof StoredResponseEvent>

const message = { messageId: Id }
const [start, document, followUps, finish] = StoredResponseEvent.options

/** An event of a response; its id is also that of its message. */
export const AIStreamResponse = z
  .discriminatedUnion('type', [
    start.extend(message),
    document.extend(message),
    followUps.extend(message),
    finish.extend({ ...message, responseId: Id }),
  ])
  .meta({ id: 'AIStreamResponse' })
export type AIStreamResponse = z.infer<typeof AIStreamResponse>
