import { z } from 'zod'
import { anyMember, installationRole, integrationViewer, organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import {
  InstalledIntegration,
  IntegrationInstallation,
  IntegrationInstallationStatus,
  IntegrationSiteInstallation,
  IntegrationSpaceInstallation,
  OrganizationInstallation,
  UpdateIntegrationContentInstallation,
  UpdateIntegrationInstallation,
} from './installations.ts'

const integration = '/v1/integrations/{integrationName}' as const
const installation = `${integration}/installations/{installationId}` as const
const externalId = z.string().max(200).optional()
const extended = QueryFlag.optional()
const Extended = z.object({ extended })

/** Integrations on an organization (docs/interface.md#installations). */
export const installationOperations = operations('sites', {
  installIntegration: {
    method: 'POST',
    path: `${integration}/installations`,
    summary: 'Install an integration on an organization',
    // The organization is in the body; installing takes `admin` there.
    access: integrationViewer,
    body: z.object({ organization: Id }),
    // The integration, which may be somebody else's, has tokens of its own from then on.
    recentSignIn: true,
    audited: { target: 'installation', id: 'reply', params: ['integrationName'] },
    replies: { 201: IntegrationInstallation },
  },
  listIntegrationInstallations: {
    method: 'GET',
    path: `${integration}/installations`,
    summary: 'List the installations of an integration that the caller administers',
    access: integrationViewer,
    query: listQuery({ externalId }),
    replies: { 200: list(IntegrationInstallation) },
    integration: 'whole token',
  },
  getIntegrationInstallationById: {
    method: 'GET',
    path: installation,
    summary: 'Get an installation of an integration',
    access: installationRole('admin'),
    replies: { 200: IntegrationInstallation },
    integration: 'any token',
  },
  updateIntegrationInstallation: {
    method: 'PATCH',
    path: installation,
    summary: 'Change the configuration of an installation, and what it is enabled on',
    access: installationRole('admin'),
    body: UpdateIntegrationInstallation,
    audited: {
      target: 'installation',
      id: 'installationId',
      params: ['integrationName'],
      fields: ['space_selection', 'site_selection'],
    },
    replies: { 200: IntegrationInstallation },
    integration: 'any token',
  },
  uninstallIntegration: {
    method: 'DELETE',
    path: installation,
    summary: 'Uninstall an integration from an organization',
    access: installationRole('admin'),
    audited: { target: 'installation', id: 'installationId', params: ['integrationName'] },
    replies: { 204: null, 205: null },
  },
  listOrganizationInstallations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/installations',
    summary: 'List the integrations that are installed on an organization, with their installations',
    access: organizationRole('admin'),
    query: listQuery({ search: z.string().max(128).optional() }),
    replies: { 200: list(OrganizationInstallation) },
  },
  listOrganizationIntegrationsStatus: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/integrations/installations-status',
    summary: 'List the integrations that are installed on an organization, with their status',
    access: anyMember,
    query: listQuery({ target: z.enum(['organization', 'space', 'site']).default('organization') }),
    replies: { 200: list(InstalledIntegration) },
  },
  getOrganizationIntegrationStatus: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/integrations/{integrationName}/installation_status',
    summary: 'Get the status of an integration on an organization',
    access: anyMember,
    replies: { 200: z.strictObject({ status: IntegrationInstallationStatus }) },
  },
})

/** Installations on spaces. */
export const spaceInstallationOperations = operations('sites', {
  listIntegrationSpaceInstallations: {
    method: 'GET',
    path: `${integration}/spaces`,
    summary: 'List the spaces that an integration is installed on and that the caller administers',
    access: integrationViewer,
    query: listQuery({ externalId, extended }),
    replies: { 200: list(IntegrationSpaceInstallation) },
    integration: 'whole token',
  },
  listIntegrationInstallationSpaces: {
    method: 'GET',
    path: `${installation}/spaces`,
    summary: 'List the spaces of an installation',
    access: installationRole('admin'),
    query: ListQuery.extend(Extended.shape),
    replies: { 200: list(IntegrationSpaceInstallation) },
    integration: 'any token',
  },
  installIntegrationOnSpace: {
    method: 'POST',
    path: `${installation}/spaces`,
    summary: 'Install an integration on a space',
    access: installationRole('admin'),
    query: Extended,
    body: z.object({ space: Id }),
    audited: { target: 'installation', id: 'installationId', params: ['integrationName'], fields: ['space'] },
    replies: { 201: IntegrationSpaceInstallation },
  },
  getIntegrationSpaceInstallation: {
    method: 'GET',
    path: `${installation}/spaces/{spaceId}`,
    summary: 'Get the installation of an integration on a space',
    access: installationRole('admin'),
    query: Extended,
    replies: { 200: IntegrationSpaceInstallation },
    integration: 'any token',
  },
  updateIntegrationSpaceInstallation: {
    method: 'PATCH',
    path: `${installation}/spaces/{spaceId}`,
    summary: 'Change the configuration of an integration on a space',
    access: installationRole('admin'),
    query: Extended,
    body: UpdateIntegrationContentInstallation,
    audited: { target: 'installation', id: 'installationId', params: ['integrationName', 'spaceId'] },
    replies: { 200: IntegrationSpaceInstallation },
    integration: 'any token',
  },
  uninstallIntegrationFromSpace: {
    method: 'DELETE',
    path: `${installation}/spaces/{spaceId}`,
    summary: 'Uninstall an integration from a space',
    access: installationRole('admin'),
    audited: { target: 'installation', id: 'installationId', params: ['integrationName', 'spaceId'] },
    replies: { 204: null, 205: null },
  },
})

/** Installations on sites. */
export const siteInstallationOperations = operations('sites', {
  listIntegrationSiteInstallations: {
    method: 'GET',
    path: `${integration}/sites`,
    summary: 'List the sites that an integration is installed on and that the caller administers',
    access: integrationViewer,
    query: listQuery({ externalId, extended }),
    replies: { 200: list(IntegrationSiteInstallation) },
    integration: 'whole token',
  },
  listIntegrationInstallationSites: {
    method: 'GET',
    path: `${installation}/sites`,
    summary: 'List the sites of an installation',
    access: installationRole('admin'),
    query: ListQuery.extend(Extended.shape),
    replies: { 200: list(IntegrationSiteInstallation) },
    integration: 'any token',
  },
  installIntegrationOnSite: {
    method: 'POST',
    path: `${installation}/sites`,
    summary: 'Install an integration on a site',
    access: installationRole('admin'),
    query: Extended,
    body: z.object({ siteId: Id }),
    audited: { target: 'installation', id: 'installationId', params: ['integrationName'], fields: ['siteId'] },
    replies: { 201: IntegrationSiteInstallation },
  },
  getIntegrationSiteInstallation: {
    method: 'GET',
    path: `${installation}/sites/{siteId}`,
    summary: 'Get the installation of an integration on a site',
    access: installationRole('admin'),
    query: Extended,
    replies: { 200: IntegrationSiteInstallation },
    integration: 'any token',
  },
  updateIntegrationSiteInstallation: {
    method: 'PATCH',
    path: `${installation}/sites/{siteId}`,
    summary: 'Change the configuration of an integration on a site',
    access: installationRole('admin'),
    query: Extended,
    body: UpdateIntegrationContentInstallation,
    audited: { target: 'installation', id: 'installationId', params: ['integrationName', 'siteId'] },
    replies: { 200: IntegrationSiteInstallation },
    integration: 'any token',
  },
  uninstallIntegrationFromSite: {
    method: 'DELETE',
    path: `${installation}/sites/{siteId}`,
    summary: 'Uninstall an integration from a site',
    access: installationRole('admin'),
    audited: { target: 'installation', id: 'installationId', params: ['integrationName', 'siteId'] },
    replies: { 204: null, 205: null },
  },
})
