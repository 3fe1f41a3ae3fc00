import { z } from 'zod'
import { anyMember, organizationRole, siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery, QueryArray, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { CreateSite, Site, SiteType, UpdateSite } from './sites.ts'
import { AddSpaceToSite, DuplicateSiteSpace, MoveSiteSpace, SiteSpace, UpdateSiteSpace } from './structure.ts'

export const siteOperations = operations('sites', {
  listSites: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites',
    summary: 'List the sites of an organization',
    access: anyMember,
    query: listQuery({
      space: Id.optional(),
      title: z.string().max(128).optional(),
      published: QueryFlag.optional(),
      type: QueryArray(SiteType).optional(),
    }),
    replies: { 200: list(Site) },
  },
  createSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites',
    summary: 'Create a docs site',
    access: organizationRole('create'),
    body: CreateSite,
    calls: ['createSpace'],
    audited: { target: 'site', id: 'reply', fields: ['title', 'visibility', 'spaces'] },
    replies: { 201: Site },
  },
  getSiteById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Get a site',
    access: siteRole('read'),
    replies: { 200: Site },
  },
  updateSiteById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Change a site',
    access: siteRole('create'),
    body: UpdateSite,
    audited: {
      target: 'site',
      id: 'siteId',
      fields: ['title', 'visibility', 'basename', 'hostname', 'proxy', 'defaultSiteSpace', 'defaultSiteSection'],
    },
    replies: { 200: Site },
    narrows: true,
  },
  deleteSiteById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Delete a site; its spaces stay',
    // The rule is on the organization: deleting a missing site is 204, not 404.
    access: organizationRole('create'),
    audited: { target: 'site', id: 'siteId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  publishSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/publish',
    summary: 'Make a site live for its audience',
    access: siteRole('create'),
    audited: { target: 'site', id: 'siteId' },
    replies: { 200: Site },
  },
  unpublishSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/unpublish',
    summary: 'Take a site offline',
    access: siteRole('create'),
    audited: { target: 'site', id: 'siteId' },
    replies: { 200: Site },
    narrows: true,
  },
})

export const siteSpaceOperations = operations('sites', {
  listSiteSpaces: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'List the spaces of a site',
    access: siteRole('read'),
    query: ListQuery.extend({ default: QueryFlag.optional(), shareKey: z.string().max(512).optional() }),
    replies: { 200: list(SiteSpace) },
    site: true,
  },
  addSpaceToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    summary: 'Add a space to a site',
    access: siteRole('create'),
    body: AddSpaceToSite,
    audited: { target: 'site-space', id: 'reply', params: ['siteId'], fields: ['spaceId', 'sectionId'] },
    replies: { 201: SiteSpace },
  },
  updateSiteSpaceById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Change a space of a site: its path, its condition, or which space it is',
    access: siteRole('create'),
    body: UpdateSiteSpace,
    audited: { target: 'site-space', id: 'siteSpaceId', params: ['siteId'], fields: ['path', 'condition', 'spaceId'] },
    replies: { 200: SiteSpace },
    // A space that is replaced by another is hidden from the site's audience.
    narrows: true,
  },
  duplicateSiteSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
    summary: 'Duplicate a space of a site, with the copy beside it on the site',
    access: siteRole('create'),
    body: DuplicateSiteSpace,
    audited: { target: 'site-space', id: 'reply', params: ['siteId', 'siteSpaceId'], fields: ['draft'] },
    replies: { 201: SiteSpace },
    calls: ['duplicateSpace'],
    slow: true,
  },
  deleteSiteSpaceById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    summary: 'Take a space off a site',
    access: siteRole('create'),
    audited: { target: 'site-space', id: 'siteSpaceId', params: ['siteId'] },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  moveSiteSpace: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    summary: 'Move a space among those beside it on the site',
    access: siteRole('create'),
    body: MoveSiteSpace,
    replies: { 200: SiteSpace },
    deprecated: true,
  },
})
