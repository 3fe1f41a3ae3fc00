import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { CreateShareLink, ShareLink, UpdateShareLink } from './share-links.ts'

const links = '/v1/orgs/{organizationId}/sites/{siteId}/share-links' as const

/** Share links. Everybody with a link's address reads the site, so only callers who may publish the site see the address. */
export const shareLinkOperations = operations('sites', {
  listSiteShareLinks: {
    method: 'GET',
    path: links,
    summary: 'List the share links of a site',
    access: siteRole('create'),
    query: ListQuery,
    replies: { 200: list(ShareLink) },
    secret: true,
  },
  createSiteShareLink: {
    method: 'POST',
    path: links,
    summary: 'Create a share link of a site',
    access: siteRole('create'),
    body: CreateShareLink,
    audited: { target: 'share-link', id: 'reply', params: ['siteId'], fields: ['name'] },
    replies: { 201: ShareLink },
    secret: true,
  },
  updateSiteShareLinkById: {
    method: 'PATCH',
    path: `${links}/{shareLinkId}`,
    summary: 'Rename a share link, or take it out of use and into use again',
    access: siteRole('create'),
    body: UpdateShareLink,
    audited: { target: 'share-link', id: 'shareLinkId', params: ['siteId'], fields: ['name', 'active'] },
    replies: { 200: ShareLink },
    narrows: true,
  },
  deleteSiteShareLinkById: {
    method: 'DELETE',
    path: `${links}/{shareLinkId}`,
    summary: 'Delete a share link: nobody reads the site through it any more',
    access: siteRole('create'),
    audited: { target: 'share-link', id: 'shareLinkId', params: ['siteId'] },
    replies: { 204: null, 205: null },
    narrows: true,
  },
})
