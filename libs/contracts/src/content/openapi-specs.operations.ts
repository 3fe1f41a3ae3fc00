import { anyone, organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import {
  CreateOpenAPISpec,
  CreateOrUpdateOpenAPISpec,
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecRawContent,
  OpenAPISpecVersion,
  openApiSpecBytes,
  UpdateOpenAPISpec,
} from './openapi-specs.ts'

export const openApiSpecOperations = operations('content', {
  listOpenAPISpecs: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi',
    summary: 'List the OpenAPI specifications of an organization',
    access: organizationRole('read'),
    query: ListQuery,
    replies: { 200: list(OpenAPISpec) },
  },
  createOpenAPISpec: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/openapi',
    summary: 'Create an OpenAPI specification from an address or a text',
    access: organizationRole('create'),
    body: CreateOpenAPISpec,
    bodyLimit: openApiSpecBytes,
    replies: { 201: OpenAPISpec },
  },
  getOpenAPISpecBySlug: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Get an OpenAPI specification by its slug',
    access: organizationRole('read'),
    replies: { 200: OpenAPISpec },
  },
  createOrUpdateOpenAPISpecBySlug: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Give an OpenAPI specification a source, creating it where it is not there; it is processed again',
    access: organizationRole('create'),
    body: CreateOrUpdateOpenAPISpec,
    bodyLimit: openApiSpecBytes,
    replies: { 200: OpenAPISpec, 201: OpenAPISpec },
  },
  updateOpenAPISpecBySlug: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Change who may read an OpenAPI specification',
    access: organizationRole('create'),
    body: UpdateOpenAPISpec,
    audited: { target: 'openapi', id: 'specSlug', fields: ['visibility'] },
    replies: { 200: OpenAPISpec },
  },
  deleteOpenAPISpecBySlug: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Delete an OpenAPI specification with all its versions',
    access: organizationRole('create'),
    audited: { target: 'openapi', id: 'specSlug' },
    replies: { 204: null, 205: null },
  },
})

export const openApiVersionOperations = operations('content', {
  listOpenAPISpecVersions: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
    summary: 'List the versions of an OpenAPI specification, newest first',
    access: organizationRole('read'),
    query: ListQuery,
    replies: { 200: list(OpenAPISpecVersion) },
  },
  getLatestOpenAPISpecVersion: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
    summary: 'Get the latest version of an OpenAPI specification',
    access: organizationRole('read'),
    site: true,
    replies: { 200: OpenAPISpecVersion },
  },
  getLatestOpenAPISpecVersionContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    summary: 'Get what the latest version of an OpenAPI specification says',
    access: organizationRole('read'),
    site: true,
    replies: { 200: OpenAPISpecContent },
  },
  getLatestOpenAPISpecVersionContentRaw: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    summary: 'Get the text that the latest version of an OpenAPI specification was made of',
    access: organizationRole('read'),
    replies: { 200: OpenAPISpecRawContent },
  },
  getOpenAPISpecVersionById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    summary: 'Get a version of an OpenAPI specification',
    access: organizationRole('read'),
    replies: { 200: OpenAPISpecVersion },
  },
  getOpenAPISpecVersionContentById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    summary: 'Get what a version of an OpenAPI specification says',
    access: organizationRole('read'),
    replies: { 200: OpenAPISpecContent },
  },
})

/** Addresses that are read without a token. The published one is permanent, a signed one expires. */
export const openApiAddressOperations = operations('content', {
  downloadPublishedOpenAPISpec: {
    method: 'GET',
    path: '/v1/openapi-specs/{openAPISpecId}/versions/{versionId}',
    summary: 'Read a version, or the `latest`, of a public OpenAPI specification',
    access: anyone,
    replies: { 200: null },
    download: true,
  },
  downloadOpenAPISpecVersion: {
    method: 'GET',
    path: '/v1/openapi-specs/downloads/{versionToken}',
    summary: 'Read a version of an OpenAPI specification by the signed address in its `url`',
    access: anyone,
    replies: { 200: null },
    download: true,
  },
})
