import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import {
  BulkSiteRedirectResults,
  BulkSiteRedirects,
  CreateSiteRedirect,
  SiteRedirect,
  SiteRedirectSource,
  UpdateSiteRedirect,
} from './redirects.ts'
import { ShareKey } from './share-links.ts'

const site = '/v1/orgs/{organizationId}/sites/{siteId}' as const
/** Content finds the path of a page. */
const calls = ['findPublishedPath']

export const redirectOperations = operations('sites', {
  listSiteRedirects: {
    method: 'GET',
    path: `${site}/redirects`,
    summary: 'List the redirects of a site',
    access: siteRole('read'),
    query: listQuery({ search: z.string().max(512).optional(), draft: QueryFlag.optional() }),
    replies: { 200: list(SiteRedirect) },
  },
  createSiteRedirect: {
    method: 'POST',
    path: `${site}/redirects`,
    summary: 'Lead a path of a site elsewhere',
    access: siteRole('create'),
    body: CreateSiteRedirect,
    replies: { 201: SiteRedirect },
    calls,
  },
  bulkUpsertSiteRedirects: {
    method: 'PUT',
    path: `${site}/redirects`,
    summary: 'Create, change, delete or publish up to 500 redirects of a site, each with a result of its own',
    access: siteRole('create'),
    body: BulkSiteRedirects,
    replies: { 200: BulkSiteRedirectResults },
    calls: ['findMissingResources'],
  },
  updateSiteRedirectById: {
    method: 'PATCH',
    path: `${site}/redirects/{siteRedirectId}`,
    summary: 'Change a redirect of a site',
    access: siteRole('create'),
    body: UpdateSiteRedirect,
    replies: { 200: SiteRedirect },
    calls,
  },
  deleteSiteRedirectById: {
    method: 'DELETE',
    path: `${site}/redirects/{siteRedirectId}`,
    summary: 'Delete a redirect of a site',
    access: siteRole('create'),
    audited: { target: 'site-redirect', id: 'siteRedirectId', params: ['siteId'] },
    replies: { 204: null, 205: null },
  },
  getSiteRedirectBySource: {
    method: 'GET',
    path: `${site}/redirect`,
    summary: 'Get the redirect of a path, and the address that it leads to',
    access: siteRole('read'),
    query: z.object({ source: SiteRedirectSource, shareKey: ShareKey.optional() }),
    replies: { 200: z.strictObject({ redirect: SiteRedirect, target: z.string() }) },
    calls,
    site: true,
  },
})
