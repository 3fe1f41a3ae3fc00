import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { maxRenderedCharacters } from '../content/renderable-pages.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'
import { RenderedPage, RenderQuery } from './rendered-pages.ts'

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
})
