import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { AnswerEvent } from '../ai/answers.ts'
import { DocumentFormat } from '../content/pages.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { SiteSearchScope } from './site-search.operations.ts'

/** See docs/interface.md#asking-a-site. */
const AskSite = z.object({
  question: z.string().trim().min(1).max(512),
  scope: SiteSearchScope.optional(),
  /** The space in which the question arises and its purpose; neither restricts the search. */
  context: z.object({ siteSpaceId: Id.optional(), goal: z.string().max(1024).optional() }).optional(),
})

export const siteAskOperations = operations('sites', {
  streamAskInSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ask',
    summary: 'Ask a question over the spaces of a site that the caller can see, and read the answer as it is written',
    access: siteRole('read'),
    query: z.object({ format: DocumentFormat.optional() }),
    body: AskSite,
    streams: AnswerEvent,
    replies: { 200: null },
    reads: true,
    site: true,
    calls: ['askInSpaces'],
  },
  streamRecommendedQuestionsInSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ask/questions',
    summary: 'Questions worth asking over the spaces of a site that the caller can see, one event each',
    access: siteRole('read'),
    query: z.object({
      /** Restricts the question to this space of the site. */
      siteSpaceId: Id.optional(),
      /** Deprecated. Restricts the question to this space. */
      spaceId: Id.optional(),
    }),
    streams: z.strictObject({ question: z.string() }),
    replies: { 200: null },
    site: true,
    calls: ['recommendQuestionsInSpaces'],
  },
})
