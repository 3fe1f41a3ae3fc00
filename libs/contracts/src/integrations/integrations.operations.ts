import { z } from 'zod'
import { anyMember, integrationRole, integrationViewer, signedIn, siteRole, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { IntegrationScope } from '../shared/integration-scope.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { Integration, SpaceIntegrationBlocks } from './integrations.ts'
import { IntegrationCategory, IntegrationTarget, PublishIntegration } from './manifest.ts'

const one = '/v1/integrations/{integrationName}' as const
const search = z.string().max(128)

const filtered = listQuery({
  search: search.optional(),
  category: IntegrationCategory.optional(),
  blockDomain: z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9-_.]+$/)
    .optional(),
  blocks: QueryFlag.optional(),
  contentSources: QueryFlag.optional(),
  owner: Id.optional(),
  scope: IntegrationScope.optional(),
  target: IntegrationTarget.optional(),
})

/** Integrations that organizations publish (docs/interface.md#integrations). */
export const integrationOperations = operations('sites', {
  listIntegrations: {
    method: 'GET',
    path: '/v1/integrations',
    summary: 'List the public integrations',
    access: signedIn,
    query: filtered,
    replies: { 200: list(Integration) },
  },
  getIntegrationByName: {
    method: 'GET',
    path: one,
    summary: 'Get an integration',
    access: integrationViewer,
    replies: { 200: Integration },
    integration: 'whole token',
  },
  publishIntegration: {
    method: 'POST',
    path: one,
    summary: 'Publish an integration of an organization, or its next version',
    // The organization is in the body; publishing takes `admin` there.
    access: signedIn,
    recentSignIn: true,
    body: PublishIntegration,
    // A script has 5 million characters at most.
    bodyLimit: 10 * 1024 ** 2,
    // Its start takes seconds.
    slow: true,
    audited: { target: 'integration', id: 'integrationName', fields: ['visibility', 'scopes', 'target'] },
    replies: { 200: Integration },
  },
  unpublishIntegration: {
    method: 'DELETE',
    path: one,
    summary: 'Remove an integration with all its installations',
    access: integrationRole('admin'),
    audited: { target: 'integration', id: 'integrationName' },
    replies: { 204: null, 205: null },
  },
  listOrganizationIntegrations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/integrations',
    summary: 'List the integrations that an organization can install',
    access: anyMember,
    query: filtered,
    replies: { 200: list(Integration) },
  },
})

/** The integrations that are enabled in a space or on a site. */
export const enabledIntegrationOperations = operations('sites', {
  listSpaceIntegrations: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/integrations',
    summary: 'List the integrations that are enabled in a space',
    access: spaceRole('read'),
    query: z.object({ search: search.optional() }),
    replies: { 200: list(Integration) },
  },
  listSpaceIntegrationsBlocks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/integration-blocks',
    summary: 'List the blocks of the integrations that are enabled in a space',
    access: spaceRole('read'),
    replies: { 200: SpaceIntegrationBlocks },
  },
  listSiteIntegrations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/integrations',
    summary: 'List the integrations that are enabled on a site',
    access: siteRole('read'),
    query: z.object({ search: search.optional() }),
    replies: { 200: list(Integration) },
  },
})
