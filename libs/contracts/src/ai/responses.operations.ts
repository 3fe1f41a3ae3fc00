import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { Question } from './answers.ts'
import { AIStreamResponse } from './responses.ts'
import { Asking, QuestionHolder } from './space-questions.ts'

/** The number of an event, from 1 on, by which a reader continues after it. */
const NumberedEvent = z.strictObject({ number: z.int(), event: AIStreamResponse })

const OnSite = Asking.extend({ siteId: Id })

/** Operations for sites, which authorizes the conversations with a site. Not reachable through the gateway. */
export const responseOperations = operations('ai', {
  respondInSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/responses',
    summary: 'Answer a message over some spaces of an organization, and read the response as it is written',
    access: servicesOnly('sites'),
    body: OnSite.extend({
      /** The last one is answered, the others came before it. */
      messages: z.array(Question).min(1).max(10),
      previousResponseId: Id.optional(),
      ...QuestionHolder.shape,
    }),
    streams: NumberedEvent,
    replies: { 200: null },
    reads: true,
    calls: ['findShownPages'],
  },
  readResponseInSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/responses/{responseId}',
    summary: 'Read a response again, after an event of it',
    access: servicesOnly('sites'),
    body: OnSite.extend({ after: z.int().min(0) }),
    streams: NumberedEvent,
    replies: { 200: null },
    reads: true,
    calls: ['findShownPages'],
  },
})
