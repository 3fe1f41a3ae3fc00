import { z } from 'zod'
import { siteRole, spaceRole } from '../access-rules.ts'
import { maxRenderedCharacters } from '../content/renderable-pages.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { maxCustomizationBytes } from './customization.operations.ts'
import { OverrideSiteSpaceCustomization, UpdateSiteCustomization } from './customization.ts'
import { RenderedPage, RenderedSitePage, RenderQuery } from './rendered-pages.ts'

const calls = ['getRenderablePage']

/**
 * Pages of spaces as HTML, for their readers and authors (docs/interface.md#rendered-pages). Sites renders them as it
 * renders published pages; content decides what the caller may read.
 */
export const renderedPageOperations = operations('sites', {
  getRenderedPage: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/rendered',
    summary: 'Get a page of a space as HTML',
    access: spaceRole('read'),
    query: RenderQuery,
    replies: { 200: RenderedPage },
    calls,
  },
  getRenderedPageInRevision: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/rendered',
    summary: 'Get a page of a revision as HTML',
    access: spaceRole('read'),
    query: RenderQuery,
    replies: { 200: RenderedPage },
    calls,
  },
  getRenderedPageInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/rendered',
    summary: 'Get a page of a change request as HTML',
    access: spaceRole('read'),
    query: RenderQuery,
    replies: { 200: RenderedPage },
    calls,
  },
  renderMarkdown: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/rendered',
    summary: 'Render a text as a page of a space, without storing it',
    access: spaceRole('read'),
    query: RenderQuery,
    body: z.object({
      markdown: z.string().max(maxRenderedCharacters),
      /** The page whose text this will be; its links are relative to it. */
      page: Id.optional(),
      /** The change request whose pages and files the text refers to. Default: the live content. */
      changeRequest: Id.optional(),
    }),
    replies: { 200: RenderedPage },
    reads: true,
    calls,
  },
  renderSitePage: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/rendered',
    summary: 'Render a page of a site with settings that are not stored',
    access: siteRole('create'),
    body: z.object({
      /** The settings of the site. Default: those that are stored. */
      customization: UpdateSiteCustomization.optional(),
      /** Changes of the settings that the space of the page has of its own. */
      overrides: OverrideSiteSpaceCustomization.optional(),
      /** The path of the page on the site, without slashes around it; it may be percent-encoded. Default: the first page. */
      path: z.string().max(2048).optional(),
    }),
    bodyLimit: maxCustomizationBytes,
    replies: { 200: RenderedSitePage },
    reads: true,
    calls: ['listPublishedPages', 'getPublishedPage', 'findPublishedPath'],
  },
})
