import { z } from 'zod'
import { integrationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'

const one = '/v1/integrations/{integrationName}' as const

/** Tokens with which an integration calls the interface (docs/interface.md#tokens-of-integrations). */
export const integrationTokenOperations = operations('sites', {
  createIntegrationToken: {
    method: 'POST',
    path: `${one}/tokens`,
    summary: 'Create a token with which an integration calls operations about itself',
    access: integrationRole('admin'),
    recentSignIn: true,
    body: z.object({ expiresAt: z.iso.datetime({ offset: true }).optional() }),
    audited: { target: 'integration', id: 'integrationName', fields: ['expiresAt'] },
    replies: { 201: z.strictObject({ token: z.string() }) },
    secret: true,
  },
  createIntegrationInstallationToken: {
    method: 'POST',
    path: `${one}/installations/{installationId}/tokens`,
    summary: 'Create a token of an hour for one installation of an integration',
    access: integrationRole('admin'),
    recentSignIn: true,
    audited: { target: 'installation', id: 'installationId', params: ['integrationName'] },
    replies: { 200: z.strictObject({ token: z.string() }).meta({ id: 'APITemporaryToken' }) },
    secret: true,
    integration: 'whole token',
  },
  endIntegrationTokens: {
    method: 'DELETE',
    path: `${one}/tokens`,
    summary: 'End all tokens of an integration and of its installations',
    access: integrationRole('admin'),
    audited: { target: 'integration', id: 'integrationName' },
    replies: { 204: null, 205: null },
  },
})
