import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import {
  AddSectionGroupToSite,
  AddSectionToGroup,
  AddSectionToSite,
  MoveSiteSection,
  MoveSiteSectionGroup,
  SiteSection,
  SiteSectionGroup,
  SiteStructure,
  SiteStructureItem,
  SortSiteStructure,
  UpdateSiteSection,
  UpdateSiteSectionGroup,
} from './structure.ts'

const shareKey = z.string().max(512).optional()

export const sectionOperations = operations('sites', {
  listSiteSections: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'List the sections of a site',
    access: siteRole('read'),
    query: ListQuery.extend({ shareKey }),
    replies: { 200: list(SiteSection) },
    site: true,
  },
  addSectionToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
    summary: 'Add a section with a space to a site',
    access: siteRole('create'),
    body: AddSectionToSite,
    audited: { target: 'site-section', id: 'reply', params: ['siteId'], fields: ['spaceId', 'title'] },
    replies: { 201: SiteSection },
  },
  updateSiteSectionById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Change a section of a site',
    access: siteRole('create'),
    body: UpdateSiteSection,
    audited: {
      target: 'site-section',
      id: 'siteSectionId',
      params: ['siteId'],
      fields: ['title', 'path', 'defaultSiteSpace', 'condition'],
    },
    replies: { 200: SiteSection },
    // A condition hides the section from some visitors.
    narrows: true,
  },
  deleteSiteSectionById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    summary: 'Take a section and its spaces off a site',
    access: siteRole('create'),
    audited: { target: 'site-section', id: 'siteSectionId', params: ['siteId'] },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  moveSiteSection: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    summary: 'Move a section among its neighbours',
    access: siteRole('create'),
    body: MoveSiteSection,
    replies: { 200: SiteSection },
    deprecated: true,
  },
})

export const sectionGroupOperations = operations('sites', {
  listSiteSectionGroups: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'List the groups of sections of a site',
    access: siteRole('read'),
    query: ListQuery,
    replies: { 200: list(SiteSectionGroup) },
  },
  addSectionGroupToSite: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    summary: 'Add a group of sections to a site',
    access: siteRole('create'),
    body: AddSectionGroupToSite,
    replies: { 201: SiteSectionGroup },
  },
  updateSiteSectionGroupById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Change the title or icon of a group of sections',
    access: siteRole('create'),
    body: UpdateSiteSectionGroup,
    replies: { 200: SiteSectionGroup },
  },
  deleteSiteSectionGroupById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    summary: 'Delete a group of sections; what is in it takes its place',
    access: siteRole('create'),
    audited: { target: 'site-section-group', id: 'siteSectionGroupId', params: ['siteId'] },
    replies: { 204: null, 205: null },
  },
  moveSiteSectionGroup: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    summary: 'Move a group of sections among its neighbours',
    access: siteRole('create'),
    body: MoveSiteSectionGroup,
    replies: { 200: SiteSectionGroup },
    deprecated: true,
  },
  addSectionToGroup: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    summary: 'Move a section of the site into a group',
    access: siteRole('create'),
    body: AddSectionToGroup,
    replies: { 201: SiteSectionGroup },
  },
  removeSectionFromGroup: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
    summary: 'Move a section out of its group; it stays on the site',
    access: siteRole('create'),
    audited: { target: 'site-section', id: 'siteSectionId', params: ['siteId', 'siteSectionGroupId'] },
    replies: { 204: null, 205: null },
  },
})

export const structureOperations = operations('sites', {
  getSiteStructure: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
    summary: 'Get the structure of a site: its sections and groups, or its spaces where it has none',
    access: siteRole('read'),
    query: z.object({ shareKey }),
    replies: { 200: SiteStructure },
    site: true,
  },
  sortSiteStructure: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
    summary: 'Move a space, section or group of a site among its neighbours',
    access: siteRole('create'),
    body: SortSiteStructure,
    replies: { 200: SiteStructureItem },
  },
})
