import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { ChangeRequestLinksQuery, ContentLocation, LinkList, LinksQuery } from './links.ts'

/** Links from the content of a space, and links to a page or a file. */
export const linkOperations = operations('content', {
  listSpaceLinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/links',
    summary: 'List the links of a space',
    access: spaceRole('read'),
    query: LinksQuery,
    replies: { 200: LinkList },
  },
  listPageLinksInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/links',
    summary: 'List the links of a page',
    access: spaceRole('read'),
    query: LinksQuery,
    replies: { 200: LinkList },
  },
  listSpacePageBacklinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/backlinks',
    summary: 'List what links to a page',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ContentLocation) },
  },
  listSpaceFileBacklinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
    summary: 'List what links to a file',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ContentLocation) },
  },
  listChangeRequestLinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/links',
    summary: 'List the links of a change request',
    access: spaceRole('read'),
    query: ChangeRequestLinksQuery,
    replies: { 200: LinkList },
  },
  listPageLinksInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    summary: 'List the links of a page of a change request',
    access: spaceRole('read'),
    query: LinksQuery,
    replies: { 200: LinkList },
  },
  listChangeRequestPageBacklinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
    summary: 'List what links to a page of a change request',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ContentLocation) },
  },
  listChangeRequestFileBacklinks: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    summary: 'List what links to a file of a change request',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ContentLocation) },
  },
})
