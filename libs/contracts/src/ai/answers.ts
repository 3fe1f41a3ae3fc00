import { z } from 'zod'
import { DocumentReply } from '../content/pages.ts'
import { Id } from '../shared/primitives.ts'

const AnswerSource = z.strictObject({
  type: z.literal('page'),
  reason: z.string().optional(),
  page: Id,
  revision: Id,
  space: Id,
  sections: z.array(z.string()),
})

/** See docs/interface.md#asking. */
export const Answer = z
  .strictObject({
    answer: z.strictObject(DocumentReply).optional(),
    followupQuestions: z.array(z.string()),
    sources: z.array(AnswerSource),
  })
  .meta({ id: 'SearchAIAnswer' })
export type Answer = z.infer<typeof Answer>

/** An unfinished answer: each event of a stream has more of the answer, the last one all of it. */
export const AnswerEvent = z.strictObject({ type: z.literal('answer'), answer: Answer })

export const Question = z.string().trim().min(1).max(2000)
export const AskQuery = z.object({
  query: Question,
  /** Deprecated. Used if the question does not name its subject; oldest first. */
  previousQueries: z.array(z.string().max(2000)).max(10).optional(),
})
