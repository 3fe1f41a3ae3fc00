import { z } from 'zod'
import { servicesOnly } from '../access.ts'
import { DocumentFormat } from '../content/pages.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { VisitorClaims } from '../shared/site-token-claims.ts'
import { AnswerEvent, Question } from './answers.ts'

/** A member sees all pages of the spaces that they may read, a visitor what is shown to them. */
const Asker = z.union([z.object({ userId: Id }), z.object({ claims: VisitorClaims })])
export type Asker = z.infer<typeof Asker>

/** Who asks in these spaces. */
const Asking = z.object({ spaces: z.array(Id).max(1000), asker: Asker })

/** For sites, which decides what of a site is asked and by whom. Not reachable through the gateway. */
export const spaceQuestionOperations = operations('ai', {
  askInSpaces: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/answers',
    summary: 'Ask a question over some spaces of an organization and read the answer as it is written',
    access: servicesOnly,
    body: Asking.extend({
      question: Question,
      /** Whose questions count together where there is room for a few. */
      holder: z.string().max(500),
      /** What was asked before, the last one last. */
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
    access: servicesOnly,
    body: Asking,
    replies: { 200: z.strictObject({ questions: z.array(z.string()) }) },
    reads: true,
    calls: ['findShownPages'],
  },
})
