import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { DocumentFormat } from '../content/pages.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'
import { AnswerEvent, Question } from './answers.ts'

/** A member sees all pages of the spaces that they may read, a visitor the pages visible to them. */
const Asker = z.union([z.object({ userId: Id }), z.object({ claims: VisitorClaims })])
export type Asker = z.infer<typeof Asker>

/** The spaces of a question, and its asker. */
export const Asking = z.object({ spaces: z.array(Id).max(1000), asker: Asker })

const HolderKey = z.string().max(500)

/** The caller whom a question counts for. */
export const QuestionHolder = z.object({
  /** Questions of one holder share the bounds of one caller. */
  holder: HolderKey,
  /** Groups that the holder belongs to, outermost first, such as a site and a network: each has bounds of its own. */
  holderGroups: z.array(HolderKey).max(3).default([]),
})

/** Operations for sites, which authorizes questions to a site. Not reachable through the gateway. */
export const spaceQuestionOperations = operations('ai', {
  askInSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/answers',
    summary: 'Ask a question over some spaces of an organization and read the answer as it is written',
    access: servicesOnly('sites'),
    body: Asking.extend({
      question: Question,
      ...QuestionHolder.shape,
      /** Earlier questions, oldest first. */
      previousQuestions: z.array(Question).max(10).optional(),
      format: DocumentFormat.optional(),
    }),
    streams: AnswerEvent,
    replies: { 200: null },
    reads: true,
    calls: ['findShownPages'],
  },
  recommendQuestionsInSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/recommended-questions',
    summary: 'Questions worth asking over some spaces of an organization',
    access: servicesOnly('sites'),
    body: Asking,
    replies: { 200: z.strictObject({ questions: z.array(z.string()) }) },
    reads: true,
    calls: ['findShownPages'],
  },
})
