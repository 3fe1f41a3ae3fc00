import { siteRole } from '../access-rules.ts'
import { AIStreamResponse, RespondInSite } from '../ai/responses.ts'
import { operations } from '../operation.ts'

/** See docs/interface.md#conversations-with-a-site. */
export const aiResponseOperations = operations('sites', {
  streamAIResponseInSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ai/response',
    summary: 'Answer a message in a conversation with a site, and read the response as it is written',
    access: siteRole('read'),
    body: RespondInSite,
    streams: AIStreamResponse,
    replies: { 200: null },
    reads: true,
    site: true,
    calls: ['respondInSpaces'],
  },
  streamExistingAIResponseInSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/ai/response/{responseId}',
    summary: 'Read a response again while it is written or for an hour after that, from its beginning or an event on',
    access: siteRole('read'),
    streams: AIStreamResponse,
    replies: { 200: null },
    passes: ['last-event-id'],
    site: true,
    calls: ['readResponseInSpaces'],
  },
})
