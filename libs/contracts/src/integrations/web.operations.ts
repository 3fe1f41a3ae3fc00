import { z } from 'zod'
import { anyone } from '../access-rules.ts'
import { operations } from '../operation.ts'

const maxBodyBytes = 1024 ** 2

/** Requests of browsers and of other systems for a bundle, which decides itself whom it answers. */
const web = {
  path: '/v1/integrations/{integrationName}/web/{path}',
  rest: true,
  summary: 'Have the bundle of an integration answer an HTTP request',
  access: anyone,
  replies: { 200: z.unknown() },
  visit: true,
  // The bundle decides how long it takes: its requests use other connections than those to published pages.
  slow: true,
  // Signatures of other systems, and what they call their events. No `authorization`: a token of Quire is not for a bundle.
  passes: [
    ...(['x-hub-signature-256', 'x-github-event', 'x-github-delivery', 'x-gitlab-token', 'x-gitlab-event'] as const),
    ...(['x-slack-signature', 'x-slack-request-timestamp', 'linear-signature', 'stripe-signature'] as const),
    ...(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-gitbook-integration-signature'] as const),
  ],
} as const

const withBody = { ...web, upload: true, bodyLimit: maxBodyBytes, reads: true } as const

/** The addresses of bundles in the web (docs/interface.md#addresses-of-bundles). */
export const integrationWebOperations = operations('sites', {
  fetchIntegrationWithGet: { ...web, method: 'GET' },
  fetchIntegrationWithPost: { ...withBody, method: 'POST' },
  fetchIntegrationWithPut: { ...withBody, method: 'PUT' },
  fetchIntegrationWithDelete: { ...withBody, method: 'DELETE' },
})
